import { describe, expect, test } from "vitest";
import type { Freezes } from "#lib/contract/freeze/freezes.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeFreezeOfStep, freezeOfStepLabel } from "#lib/words/freeze/freeze-descriptions.ts";
import { freezeOfFirstForcedStep, freezeOfNextForcedStep } from "./freeze-of-row.ts";

const freezesOf = (project: string, fromDays: number, untilDays: number): Freezes => {
  const [from, until] = [fromDays, untilDays].map((days) => formatInstant(fixtureNow + days * dayMs));
  const freeze = { id: "a", name: "Year end", from: from ?? "", until: until ?? "", by: "o", at: "" };
  return { projects: [{ project, freezes: [freeze], unshown: 0 }], forbidden: [], beyond: 0 };
};
const window = { begin: "020000+0000", end: "030000+0000" };
const rowWith = (forecast: Parameters<typeof sampleRowForecast>[0]) =>
  sampleFleetRow({ project: "pay", window, forecast: sampleRowForecast(forecast) });
const forced = rowWith({ forced: [sampleForcedStep(20)] });
const freezeOf = (row: typeof forced, freezes: Freezes) => freezeOfFirstForcedStep(row, { freezes, now: fixtureNow });

describe("the first forced change of a row", () => {
  test("is said to fall into a freeze of its project, early, with the last window before it", () => {
    const freeze = freezeOf(forced, freezesOf("pay", 18, 30));
    if (freeze === undefined) throw new Error("no freeze");
    expect(freezeOfStepLabel(freeze)).toBe("in the freeze Year end");
    expect(describeFreezeOfStep(freeze, utcClock).join(" ")).toMatch(
      /^In the freeze Year end of the project \(Sat 12 Dec 2026.*\)\. Make the update yourself before: the last maintenance window before the freeze is .*12 Dec 2026, 02:00/,
    );
  });

  test("can fall into one that begins or ends within its interval", () => {
    const freeze = freezeOf(forced, freezesOf("pay", 20.01, 30));
    expect(freeze && freezeOfStepLabel(freeze)).toBe("perhaps in the freeze Year end");
  });

  test.each([
    ["of another project", forced, freezesOf("shop", 18, 30)],
    ["that is over before", forced, freezesOf("pay", 10, 19)],
    [
      "of a cluster with a dead end before",
      rowWith({ forced: [sampleForcedStep(20)], deadEnds: [sampleDeadEnd(3)] }),
      freezesOf("pay", 2, 30),
    ],
    ["of a cluster that nothing is forced upon", rowWith({}), freezesOf("pay", 18, 30)],
  ])("says nothing of a freeze %s", (_, row, freezes) => {
    expect(freezeOf(row, freezes)).toBeUndefined();
  });

  test("is found behind a dead end where the update is named beside it", () => {
    const row = rowWith({ forced: [sampleForcedStep(20)], deadEnds: [sampleDeadEnd(3)] });
    const next = (freezes: Freezes) => freezeOfNextForcedStep(row, { freezes, now: fixtureNow });
    expect(next(freezesOf("pay", 18, 30))).toMatchObject({ overlap: "inside", period: { name: "Year end" } });
    expect(next(freezesOf("pay", 2, 4))).toBeUndefined();
    expect(freezeOfNextForcedStep(rowWith({}), { freezes: freezesOf("pay", 18, 30), now: fixtureNow })).toBeUndefined();
  });
});
