import { afterEach, it } from "vitest";
import { expectBoundedWrites } from "#garden/testing/counted-writes.fixture.ts";
import { startTestLandscape, type TestLandscape } from "#garden/testing/landscape.fixture.ts";

let landscape: TestLandscape | undefined;
afterEach(async () => landscape?.stop());

it.each([
  [300, 1],
  [300, 2],
  [3_000, 3],
  [10_000, 4],
])(
  "a garden of %i generated Shoots (seed %i) lives a day, and no object is written without end",
  async (shoots, seed) => {
    landscape = startTestLandscape({ life: true, shoots, seed });
    await expectBoundedWrites(landscape, 24);
  },
);
