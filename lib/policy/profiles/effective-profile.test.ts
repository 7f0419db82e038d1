import { describe, expect, it } from "vitest";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { ShootSpec } from "#lib/garden/shoot.ts";
import { effectiveProfile, mergedProfile, mergeProfiles, type ProfileLookup } from "./effective-profile.ts";

const cloudProfile: CloudProfile = {
  metadata: { name: "gcp" },
  spec: { kubernetes: { versions: [{ version: "1.33.4" }] } },
};

function child(merged: boolean): NamespacedCloudProfile {
  return {
    metadata: { name: "gcp", namespace: "garden-shop" },
    spec: { parent: { name: "gcp" } },
    status: merged ? { cloudProfileSpec: { type: "merged" } } : {},
  };
}

function lookup(namespaced?: NamespacedCloudProfile): ProfileLookup {
  return {
    cloudProfile: (name) => (name === "gcp" ? cloudProfile : undefined),
    namespacedCloudProfile: (namespace, name) =>
      namespace === "garden-shop" && name === "gcp" ? namespaced : undefined,
  };
}

function shoot(reference: Pick<ShootSpec, "cloudProfile" | "cloudProfileName">, namespace = "garden-shop") {
  return {
    metadata: { namespace },
    spec: { ...reference, kubernetes: { version: "1.33.4" }, provider: { type: "gcp" } },
  };
}

describe("the profile of a Shoot", () => {
  it.each([
    ["the reference", { cloudProfile: { name: "gcp" } }],
    ["the older name", { cloudProfileName: "gcp" }],
    ["the reference before the older name", { cloudProfile: { name: "gcp" }, cloudProfileName: "aws" }],
  ])("is taken from %s", (_name, reference) => {
    expect(effectiveProfile(shoot(reference), lookup())).toEqual({ ok: true, value: cloudProfile.spec });
  });

  const namespaced = { cloudProfile: { kind: "NamespacedCloudProfile", name: "gcp" } };

  it("is what Gardener merged, when it is a namespaced one", () => {
    expect(effectiveProfile(shoot(namespaced), lookup(child(true)))).toEqual({ ok: true, value: { type: "merged" } });
  });

  it.each([
    ["NO_PROFILE_REFERENCE", shoot({}), lookup()],
    ["PROFILE_NOT_FOUND", shoot({ cloudProfileName: "aws" }), lookup()],
    ["PROFILE_NOT_FOUND", shoot(namespaced, "garden-other"), lookup(child(true))],
    ["PROFILE_NOT_MERGED", shoot(namespaced), lookup(child(false))],
  ])("is missing with the reason %s", (reason, object, where) => {
    expect(effectiveProfile(object, where)).toEqual({ ok: false, error: reason });
  });
});

describe("a project's override", () => {
  it("changes nothing of its parent", () => {
    const parent = { kubernetes: { versions: [{ version: "1.33.4", expirationDate: "2026-12-31T00:00:00Z" }] } };
    const before = structuredClone(parent);
    mergeProfiles(parent, {
      kubernetes: { versions: [{ version: "1.33.4", expirationDate: "2027-12-31T00:00:00Z" }] },
    });
    expect(parent).toEqual(before);
  });

  it("puts machine types in the place of the parent's, and new ones behind them", () => {
    const merged = mergeProfiles(
      { machineTypes: [{ name: "small", cpu: "2" }] },
      { machineTypes: [{ name: "small", cpu: "64" }, { name: "large" }] },
    );
    expect(merged.machineTypes).toEqual([{ name: "small", cpu: "64" }, { name: "large" }]);
  });

  it("is told by capabilities where its parent defines some, and else by architectures", () => {
    const image = (version: object) => [{ name: "own", versions: [{ version: "1.0.0", ...version }] }];
    const flavored = { capabilityFlavors: [{ architecture: ["arm64"], gpu: ["yes"] }] };
    const plain = mergedProfile({}, { machineImages: image(flavored), machineTypes: [{ name: "m" }] });
    expect(plain.machineImages).toEqual(image({ architectures: ["arm64"] }));
    expect(plain.machineTypes).toEqual([{ name: "m", architecture: "amd64" }]);
    const machineCapabilities = [{ name: "architecture", values: ["amd64", "arm64"] }];
    const override = { machineImages: image({ architectures: ["arm64"] }), machineTypes: [{ name: "m" }] };
    const merged = mergedProfile({ machineCapabilities }, override);
    expect(merged.machineImages).toEqual(
      image({ architectures: ["arm64"], capabilityFlavors: [{ architecture: ["arm64"] }] }),
    );
    expect(merged.machineTypes).toEqual([
      { name: "m", architecture: "amd64", capabilities: { architecture: ["amd64"] } },
    ]);
  });

  it("adds its certificates to its parent's, and sets a limit in the place of its parent's", () => {
    const parent = { caBundle: "a", limits: { maxNodesTotal: 3 } };
    expect(mergedProfile(parent, { caBundle: "b", limits: { maxNodesTotal: 9 } })).toMatchObject({
      caBundle: "ab",
      limits: { maxNodesTotal: 9 },
    });
    expect(mergedProfile(parent, { limits: {} }).limits).toEqual({ maxNodesTotal: 3 });
  });
});
