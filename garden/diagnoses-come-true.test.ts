import { afterEach, expect, it } from "vitest";
import { compareDiagnosesWithEvents } from "#garden/testing/compare-diagnoses.fixture.ts";
import { startTestLandscape, type TestLandscape } from "#garden/testing/landscape.fixture.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";

let landscape: TestLandscape | undefined;
afterEach(async () => landscape?.stop());

it("what is said of the demo's clusters in the evening is what the garden then does", async () => {
  landscape = startTestLandscape({ life: true, startAt: new Date("2026-08-10T15:30:00Z") });
  const compared = compareDiagnosesWithEvents(landscape);
  for (let minute = 0; minute < caseCount(150, 6 * 60); minute += 1) {
    await landscape.pass(60);
    if (minute % 10 === 0) compared.look();
  }
  expect(compared.contradictions).toEqual([]);
  // The test only proves something if it also covers statements that Gardener does nothing.
  const subjects = [...compared.counts.keys()];
  expect(subjects).toEqual(
    expect.arrayContaining(["about-to-retry", "change-pending", "failed", "ignored", "seed-stopped"]),
  );
});
