import { describe, expect, it } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { Forecast } from "./forecast-result.ts";
import { forecastWhatIf } from "./forecast-what-if.ts";
import type { ShootWithProfile, WhatIfChange } from "./what-if-change.ts";

const now = Date.parse("2026-03-01T10:00:00Z");
const options = { now, horizon: now + 120 * dayMs };
const machine = { cri: [{ name: "containerd" }], architectures: ["amd64"] };

const profile: CloudProfileSpec = {
  kubernetes: {
    versions: [
      { version: "1.32.1", expirationDate: "2026-04-01T00:00:00Z" },
      { version: "1.32.4", classification: "deprecated" },
      { version: "1.33.1" },
    ],
  },
  machineImages: [{ name: "gardenlinux", updateStrategy: "minor", versions: [{ version: "1.0.0", ...machine }] }],
  machineTypes: [{ name: "m" }],
};

const shoot: Shoot = {
  metadata: { name: "s", namespace: "garden-p" },
  spec: {
    kubernetes: { version: "1.32.1" },
    provider: {
      type: "local",
      workers: [{ name: "a", machine: { type: "m", image: { name: "gardenlinux", version: "1.0.0" } } }],
    },
    maintenance: {
      autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
      timeWindow: { begin: "020000+0000", end: "030000+0000" },
    },
  },
};

const world: ShootWithProfile = { shoot, profile };

/** Formats each forecast step as `component from>to@day`. */
function steps(told: Forecast): readonly string[] {
  if (told.outcome !== "foreseen") return [told.outcome];
  return told.lanes.flatMap(({ id, hops }) =>
    hops.map(
      ({ from, to, earliestAt }) => `${id.kind} ${from}>${to}@${new Date(earliestAt).toISOString().slice(5, 10)}`,
    ),
  );
}

const forced = ["control-plane 1.32.1>1.32.4@04-01", "pool-kubernetes 1.32.1>1.32.4@04-01"];

describe("what if", () => {
  it.each<[string, WhatIfChange, readonly string[]]>([
    [
      "automatic updates were on",
      { code: "auto-update", kubernetes: true },
      ["control-plane 1.32.1>1.32.4@03-02", "pool-kubernetes 1.32.1>1.32.4@03-02"],
    ],
    ["the window were another one", { code: "window", begin: "220000+0000", end: "230000+0000" }, forced],
    ["the pool kept its version", { code: "pin-pool", pool: "a", version: "1.32.1" }, forced],
    ["it were updated today", { code: "update-now", lane: { kind: "control-plane" }, version: "1.32.4" }, []],
    [
      "the expiry were postponed",
      { code: "move-expiry", place: { version: "1.32.1" }, at: Date.parse("2026-05-01T00:00:00Z") },
      ["control-plane 1.32.1>1.32.4@05-01", "pool-kubernetes 1.32.1>1.32.4@05-01"],
    ],
    ["it had no expiry", { code: "move-expiry", place: { version: "1.32.1" }, at: undefined }, []],
    [
      "the only patch were a preview",
      { code: "reclassify", place: { version: "1.32.4" }, classification: "preview" },
      ["control-plane 1.32.1>1.33.1@04-01", "pool-kubernetes 1.32.1>1.33.1@04-01"],
    ],
    [
      "the only patch were removed",
      { code: "remove-version", place: { version: "1.32.4" } },
      ["control-plane 1.32.1>1.33.1@04-01", "pool-kubernetes 1.32.1>1.33.1@04-01"],
    ],
    [
      "a supported patch were added",
      { code: "add-kubernetes-version", version: { version: "1.32.9" } },
      ["control-plane 1.32.1>1.32.9@04-01", "pool-kubernetes 1.32.1>1.32.9@04-01"],
    ],
  ])("%s", (_case, change, expected) => {
    const told = forecastWhatIf(world, [change], options);
    if (!told.ok) throw new Error(told.error.code);
    expect(steps(told.value.before)).toEqual(forced);
    expect(steps(told.value.after)).toEqual(expected);
  });

  it.each<[string, WhatIfChange]>([
    ["POOL_NOT_FOUND", { code: "unpin-pool", pool: "b" }],
    ["IMAGE_NOT_FOUND", { code: "add-image-version", image: "flatcar", version: { version: "1.0.0" } }],
    ["VERSION_NOT_FOUND", { code: "remove-version", place: { version: "1.99.0" } }],
    ["VERSION_NOT_FOUND", { code: "remove-version", place: { image: "flatcar", version: "1.0.0" } }],
    ["INVALID_INSTANT", { code: "move-expiry", place: { version: "1.32.1" }, at: Number.NaN }],
  ])("is refused with %s when the change names what is not there", (code, change) => {
    expect(forecastWhatIf(world, [change], options)).toMatchObject({ ok: false, error: { code } });
  });
});
