import fc from "fast-check";
import { expect, test } from "vitest";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { arbitraryJson, arbitrarySubset, collectNumbers, poolFields } from "#lib/testing/odd-json.ts";
import { prepareProfile } from "../versions/prepared-profile.ts";
import { predictChangeImpact } from "./predict-change-impact.ts";

const moreFields = ["machineControllerManager", "volume", "labels", "annotations", "systemComponents"];

const leaf = fc.oneof(
  arbitraryJson,
  fc.constantFrom<unknown>("1.33.1", "1.34.0", "5", "25%", "999%", "", null, -1, 0, 1e300, "50Gi", "AutoInPlaceUpdate"),
);
const machine = arbitrarySubset(
  ["type", "architecture", "image"],
  fc.oneof(leaf, arbitrarySubset(["name", "version"], leaf)),
);
const kubernetes = arbitrarySubset(["version", "kubelet", "kubeProxy", "kubeControllerManager"], leaf);
const pool = fc.oneof(arbitrarySubset([...poolFields, ...moreFields], fc.oneof(leaf, machine, kubernetes)), leaf);
const provider = arbitrarySubset(
  ["type", "workers", "workersSettings"],
  fc.oneof(leaf, fc.array(pool, { maxLength: 4 })),
);
const specFields = ["kubernetes", "provider", "region", "addons", "hibernation", "maintenance", "networking"];
const spec = fc.oneof(
  leaf,
  arbitrarySubset([...specFields, "systemComponents", "cloudProfile", "dns"], fc.oneof(leaf, kubernetes, provider)),
  fc.record({ kubernetes, provider }),
);

/** A random value as it can come from a form or a file. */
function asRead(value: unknown): ShootSpec {
  const text = JSON.stringify(value);
  return JSON.parse(text === undefined ? "null" : text);
}

const profile: CloudProfileSpec = {
  kubernetes: { versions: [{ version: "1.33.1" }, { version: "1.34.0" }] },
  machineImages: [{ name: "gardenlinux", versions: [{ version: "1.0.0", architectures: ["amd64"] }] }],
  machineTypes: [{ name: "m5.large", cpu: "2", memory: "8Gi" }],
  regions: [{ name: "eu", zones: [{ name: "a" }] }],
  limits: { maxNodesTotal: 5 },
};

test("any JSON as specs is judged without an exception and without NaN", () => {
  fc.assert(
    fc.property(spec, spec, fc.boolean(), (before, after, withProfile) => {
      const held = withProfile ? prepareProfile(profile) : undefined;
      const judged = predictChangeImpact(asRead(before), asRead(after), held, { now: 0 });
      expect(collectNumbers(judged).filter((number) => !Number.isFinite(number))).toEqual([]);
    }),
    { numRuns: caseCount(250, 2_000), seed: 20_261_121 },
  );
});
