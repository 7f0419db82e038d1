import { expect, it } from "vitest";
import { compareDiagnosesWithEvents } from "#garden/testing/compare-diagnoses.fixture.ts";
import { startTestLandscape } from "#garden/testing/landscape.fixture.ts";

const days = 15;

// Ninety days in total, in portions that finish in time on a busy machine.
it.each([1, 2, 3, 4, 5, 6])(
  "in fifteen days nothing is said that the garden does not do (demo of seed %i)",
  async (seed) => {
    const landscape = startTestLandscape({ life: true, seed });
    const compared = compareDiagnosesWithEvents(landscape);
    for (let minute = 0; minute < days * 24 * 60; minute += 1) {
      await landscape.pass(60);
      if (minute % 10 === 0) compared.look();
    }
    await landscape.stop();
    expect(compared.contradictions).toEqual([]);
  },
);
