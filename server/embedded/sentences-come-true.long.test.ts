import { expect, it } from "vitest";
import { startTestLandscape } from "./testing/landscape.fixture.ts";
import { compareSaidAndDone } from "./testing/said-and-done.fixture.ts";

it("in ninety days nothing is said of the demo's clusters that the garden does not do", async () => {
  const landscape = startTestLandscape({ life: true });
  const compared = compareSaidAndDone(landscape);
  for (let minute = 0; minute < 90 * 24 * 60; minute += 1) {
    await landscape.pass(60);
    if (minute % 10 === 0) compared.look();
  }
  await landscape.stop();
  expect(compared.contradictions).toEqual([]);
});
