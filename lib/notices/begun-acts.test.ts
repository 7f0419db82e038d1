import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { detectObservedUserAct } from "./begun-acts.ts";

const noon = Date.parse("2026-11-27T12:00:00Z");
const window = { begin: "220000+0000", end: "230000+0000" };
const begun = { type: "Reconcile", state: "Processing" };

/** Notices that the second of two checks finds. */
function actAt(now: number, after: Partial<FleetRow>, before: Partial<FleetRow> = {}) {
  const row = sampleFleetRow({ shootGeneration: 4, observed: true, window, lastOperation: begun, ...before });
  const seen = detectObservedUserAct(undefined, row, now - 10_000);
  return detectObservedUserAct(seen, { ...row, ...after }, now)?.act;
}

describe("an act of somebody", () => {
  test("is a newer generation that gardenlet has taken up", () => {
    expect(actAt(noon, { shootGeneration: 5 })).toEqual({ generation: 5, at: noon, operation: "Reconcile" });
  });
  test("is none at the first look, and none where the generation stays", () => {
    expect(
      detectObservedUserAct(undefined, sampleFleetRow({ shootGeneration: 5, observed: true }), noon)?.act,
    ).toBeUndefined();
    expect(actAt(noon, { lastOperation: { ...begun, progress: 50 } })).toBeUndefined();
  });
  test("has begun once gardenlet has taken it up", () => {
    const row = sampleFleetRow({ shootGeneration: 4, observed: true, window, lastOperation: begun });
    const first = detectObservedUserAct(undefined, row, noon);
    const asked = detectObservedUserAct(first, { ...row, shootGeneration: 5, observed: false }, noon + 10_000);
    expect(asked?.act).toBeUndefined();
    expect(detectObservedUserAct(asked, { ...row, shootGeneration: 5 }, noon + 20_000)?.act).toMatchObject({
      at: noon + 20_000,
    });
  });
  test("stays until another begins", () => {
    const row = sampleFleetRow({ shootGeneration: 4, observed: true, window, lastOperation: begun });
    const acted = detectObservedUserAct(
      detectObservedUserAct(undefined, row, noon),
      { ...row, shootGeneration: 5 },
      noon + 10_000,
    );
    expect(detectObservedUserAct(acted, { ...row, shootGeneration: 5 }, noon + 20_000)?.act).toMatchObject({
      generation: 5,
    });
  });
  test.each<[string, number, Partial<FleetRow>, Partial<FleetRow>]>([
    ["a reconcile in the maintenance window", Date.parse("2026-11-27T22:10:00Z"), {}, {}],
    ["somebody who sends it to sleep", noon, { hibernationEnabled: true }, {}],
    ["a retry after a limit of the cloud", noon, {}, { errorCodes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }],
  ])("is one where the record of writers names somebody: %s", (_name, now, after, before) => {
    const written = { shootGeneration: 5, writtenBySomebody: true };
    expect(actAt(now, { ...written, ...after }, before)).toMatchObject({ generation: 5, at: now });
  });
  test.each<[string, number, Partial<FleetRow>, Partial<FleetRow>]>([
    ["maintenance in its window", Date.parse("2026-11-27T22:10:00Z"), {}, {}],
    ["a schedule that sends it to sleep", noon, { hibernationEnabled: true }, {}],
    ["a retry after a limit of the cloud", noon, {}, { errorCodes: ["ERR_INFRA_RATE_LIMITS_EXCEEDED"] }],
    ["the second half of a move", noon, { lastOperation: { type: "Restore", state: "Processing" } }, {}],
    ["a deletion, which is told by itself", noon, { deletionRequestedAt: "2026-11-27T12:00:00Z" }, {}],
  ])("is not what Gardener may have done itself: %s", (_name, now, after, before) => {
    expect(actAt(now, { shootGeneration: 5, ...after }, before)).toBeUndefined();
  });
});
