import { expect, test } from "vitest";
import { parseGardenerRelease } from "./gardener-release.ts";
import { likelyGardenerRules } from "./gardener-rules.ts";
import { gateReadings, gatesInUse } from "./gate-origins.ts";
import { gardenReleaseContext } from "./rules-of-shoot.ts";

const reading = (gate: string, facts: Parameters<typeof gateReadings>[0], gardenlet?: string) =>
  gateReadings(facts, parseGardenerRelease(gardenlet)).find((each) => each.gate === gate);

test("each gate is told once, with the default of the release where nothing is set", () => {
  expect(gateReadings({}, undefined).map(({ gate }) => gate)).toEqual(gatesInUse);
  expect(gatesInUse).toContain("LiveControlPlaneMigration");
  expect(gatesInUse).not.toContain("ShootCredentialsBinding");
  expect(reading("CloudProfileCapabilities", { release: "v1.145.0" })).toMatchObject({ on: false, origin: "default" });
  expect(reading("CloudProfileCapabilities", { release: "v1.146.0" })).toMatchObject({ on: true, origin: "default" });
});

test("what the operator sets is told as set, or as set in vain where the release decides", () => {
  const gates = { InPlaceNodeUpdates: true, ShootForceDeletion: false } as const;
  expect(reading("InPlaceNodeUpdates", { release: "v1.149.0", gates })).toMatchObject({ on: true, origin: "set" });
  expect(reading("ShootForceDeletion", { release: "v1.149.0", gates })).toMatchObject({
    on: true,
    origin: "fixed",
    isSetInVain: true,
  });
  expect(reading("InPlaceNodeUpdates", { release: "v1.112.0", gates })).toMatchObject({
    on: undefined,
    origin: "absent",
    isSetInVain: true,
  });
});

test("a gate of gardenlets follows their release", () => {
  const facts = { release: "v1.144.0" };
  expect(reading("IstioTLSTermination", facts, "v1.143.0")).toMatchObject({ on: false, isOfGardenlet: true });
  expect(reading("IstioTLSTermination", facts)).toMatchObject({ on: true, isOfGardenlet: true });
  expect(reading("InPlaceNodeUpdates", facts, "v1.143.0")).toMatchObject({ isOfGardenlet: false });
});

test("the value of a component whose release is not known is assumed, unless the operator sets it", () => {
  const facts = { release: "v1.144.0" };
  expect(reading("IstioTLSTermination", facts)).toMatchObject({ on: true, origin: "assumed" });
  expect(reading("IstioTLSTermination", facts, "v1.144.0")).toMatchObject({ on: true, origin: "default" });
  expect(reading("InPlaceNodeUpdates", facts)).toMatchObject({ origin: "default" });
  for (const { gate, origin, isSetInVain } of gateReadings({}, undefined)) {
    expect([gate, origin, isSetInVain]).toEqual([gate, "assumed", false]);
  }
  const gates = { IstioTLSTermination: false, ShootForceDeletion: false } as const;
  expect(reading("IstioTLSTermination", { ...facts, gates })).toMatchObject({ on: false, origin: "set" });
  expect(reading("ShootForceDeletion", { gates })).toMatchObject({ on: true, origin: "assumed", isSetInVain: false });
});

test("what is told of a gate is what the rules follow", () => {
  for (const set of [undefined, true, false]) {
    const gates = set === undefined ? {} : { DisableNginxIngressInShoot: set };
    const facts = { release: "v1.149.0", gates };
    const rules = likelyGardenerRules(gardenReleaseContext(facts));
    const { on } = reading("DisableNginxIngressInShoot", facts) ?? {};
    expect(rules("maint.nginx")).toBe(on === true ? "switchedOff" : "kept");
  }
});
