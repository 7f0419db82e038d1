import { afterEach, it } from "vitest";
import { expectBoundedWrites } from "#garden/testing/counted-writes.fixture.ts";
import { startTestLandscape, type TestLandscape } from "#garden/testing/landscape.fixture.ts";
import { seeds } from "#lib/kube/resource.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { triesAllCases } from "#lib/testing/case-count.fixture.ts";

/** Number of Shoots of a landscape without generated ones. */
const handwritten = 84;

let landscape: TestLandscape | undefined;
afterEach(async () => landscape?.stop());

// writes-of-a-day.long.test.ts simulates a day with larger landscapes.
it.each(triesAllCases ? [84, 300] : [84])(
  "in an hour of a garden of %i Shoots no object is written without end",
  async (count) => {
    landscape = startTestLandscape({ life: true, shoots: count - handwritten });
    await expectBoundedWrites(landscape, 1);
  },
);

it("where no gardenlet takes up what controllers ask for, they do not ask without end", async () => {
  landscape = startTestLandscape({ life: true, shoots: 300 });
  for (const { metadata } of landscape.api.list({ resource: seeds })) {
    const stopped = { metadata: { annotations: { [annotations.emergencyStop]: "true" } } };
    landscape.api.patch({ resource: seeds, name: metadata.name }, stopped);
  }
  await expectBoundedWrites(landscape, 1);
});
