import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { fixtureNow } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import { failedMaintenanceNote } from "./failed-maintenance-note.ts";

const speech = { clock: utcClock, now: fixtureNow };
const window = { begin: "220000+0000", end: "230000+0000" };
const triggeredAt = new Date(fixtureNow - dayMs).toISOString();
const failed = { state: "Failed", triggeredAt, failureReason: "the image has no successor" };

const noteOf = (lastMaintenance: FleetRow["lastMaintenance"], at = fixtureNow) =>
  failedMaintenanceNote({ ...(lastMaintenance && { lastMaintenance }), window }, at, speech);

describe("a step of the next run is told with the failure of the last run", () => {
  test("with its day and its reason, and that the next run tries again", () => {
    expect(noteOf(failed)).toBe(
      "The last maintenance on 23 Nov 2026 failed: “the image has no successor”. The next run tries again.",
    );
    expect(noteOf({ state: "Failed" })).toBe(
      "The last maintenance failed, without a reason. The next run tries again.",
    );
  });

  test("but not a step of a later run, nor any step after a run that did not fail", () => {
    expect(noteOf(failed, fixtureNow + 2 * dayMs)).toBeUndefined();
    expect(noteOf({ ...failed, state: "Succeeded" })).toBeUndefined();
    expect(noteOf(undefined)).toBeUndefined();
  });
});
