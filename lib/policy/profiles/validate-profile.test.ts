import { describe, expect, test } from "vitest";
import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { gardenerRulesOfRelease } from "../editions/gardener-rules.ts";
import { applyProfileDefaults } from "./default-profile.ts";
import {
  selectReportedOverrideErrors,
  validateImageOverride,
  validateKubernetesOverride,
} from "./validate-override.ts";
import { profileAdmissionContextAt, validateProfile } from "./validate-profile.ts";
import { versionsInUse } from "./versions-in-use.ts";

const view = profileAdmissionContextAt(
  Date.parse("2026-11-21T12:00:00Z"),
  gardenerRulesOfRelease({ minor: 150, patch: 0, dev: false }, { VersionClassificationLifecycle: true }),
);
const image = { name: "gardenlinux", versions: [{ version: "1.0.0" }] };

function faults(spec: CloudProfileSpec): readonly string[] {
  const whole = {
    type: "local",
    kubernetes: { versions: [{ version: "1.36.0" }] },
    machineImages: [image],
    machineTypes: [{ name: "m" }],
    regions: [{ name: "here" }],
    ...spec,
  };
  return validateProfile(applyProfileDefaults(whole), view).map(({ path, code }) => `${path} ${code}`);
}

function overlaps(...versions: readonly ExpirableVersion[]): readonly string[] {
  const kubernetes = { versions: [...versions, { version: "1.36.0" }] };
  return faults({ kubernetes }).filter((fault) => fault.endsWith(" SUPPORTED_OVERLAP"));
}

const supported = (version: string) => ({ version, classification: "supported" }) as const;
const first = "spec.kubernetes.versions[0] SUPPORTED_OVERLAP";

describe("one supported version a minor", () => {
  test("is missed once for each opponent", () => {
    const later = {
      version: "1.35.2",
      lifecycle: [{ classification: "supported", startTime: "2027-01-01T00:00:00Z" }],
    };
    expect(
      overlaps(supported("1.35.0"), { ...supported("1.35.1"), expirationDate: "2026-01-01T00:00:00Z" }, later),
    ).toEqual([first, first]);
  });

  test("is not missed because the same version is listed twice", () => {
    expect(overlaps(supported("1.35.0"), supported("1.35.0"))).toEqual([]);
  });

  test("compares times only between two lifecycles", () => {
    const lifecycle = (...stages: readonly (readonly [string, string])[]) =>
      stages.map(([classification, day]) => ({ classification, startTime: `${day}T00:00:00Z` }));
    const now = {
      ...supported("1.35.0"),
      lifecycle: lifecycle(["supported", "2026-01-01"], ["deprecated", "2027-01-01"]),
    };
    const after = { version: "1.35.1", lifecycle: lifecycle(["supported", "2027-02-01"]) };
    const meanwhile = { version: "1.35.1", lifecycle: lifecycle(["supported", "2026-12-01"]) };
    expect(overlaps(now, after)).toEqual([]);
    expect(overlaps(now, meanwhile)).toEqual([first]);
  });
});

describe("a machine image", () => {
  test("has a version once, also where two entries have its name", () => {
    expect(faults({ machineImages: [image, image] })).toEqual([
      "spec.machineImages[1] IMAGE_DUPLICATE",
      "spec.machineImages[1].versions[0] VERSION_DUPLICATE",
    ]);
  });

  test("that a child extends is missed by itself and with each of its versions", () => {
    const before = { machineImages: [{ name: "gardenlinux", versions: [{ version: "1.0.0" }, { version: "2.0.0" }] }] };
    const child = { metadata: { namespace: "garden-p", name: "own" }, spec: { ...before, parent: { name: "aws" } } };
    const users = { shoots: [], namespacedProfiles: [child] };
    const inUse = versionsInUse({ name: "aws", before, after: { machineImages: [] } }, users);
    expect(inUse.map((one) => ("version" in one ? `${one.code} ${one.version}` : one.code))).toEqual([
      "IMAGE_REMOVED_IN_USE",
      "IMAGE_VERSION_IN_USE 1.0.0",
      "IMAGE_VERSION_IN_USE 2.0.0",
    ]);
  });
});

describe("overrides of Kubernetes versions", () => {
  const parent = { kubernetes: { versions: [{ version: "1.35.0" }, { version: "1.36.0" }] } };
  const past = "2026-01-01T00:00:00Z";

  test.each<[string, readonly ExpirableVersion[], readonly string[], readonly string[]]>([
    [
      "are told in list order, and answered with the first",
      [{ version: "1.35.0", expirationDate: past }, { version: "1.30.0" }],
      ["EXPIRATION_IN_PAST", "NOT_IN_PARENT", "EXPIRATION_REQUIRED"],
      ["EXPIRATION_IN_PAST"],
    ],
    [
      "are answered with all that is wrong by itself before the parent is looked at",
      [{ version: "1.30.0", classification: "preview" }, supported("1.35.0")],
      [
        "CLASSIFICATION_FORBIDDEN",
        "CLASSIFICATION_FORBIDDEN",
        "NOT_IN_PARENT",
        "EXPIRATION_REQUIRED",
        "EXPIRATION_REQUIRED",
      ],
      ["CLASSIFICATION_FORBIDDEN", "CLASSIFICATION_FORBIDDEN"],
    ],
    [
      "are merged last",
      [{ version: "1.36.0", expirationDate: "2027-01-01T00:00:00Z" }],
      ["MERGED_LATEST_EXPIRES"],
      ["MERGED_LATEST_EXPIRES"],
    ],
  ])("%s", (_rule, versions, all, answered) => {
    const found = validateKubernetesOverride({ versions, oldMerged: [] }, parent, view);
    expect(found.map(({ code }) => code)).toEqual(all);
    expect(selectReportedOverrideErrors(found).map(({ code }) => code)).toEqual(answered);
  });
});

describe("an override of an image version", () => {
  const ends = "2027-01-01T00:00:00Z";
  const flavored = { version: "1.0.0", expirationDate: ends, capabilityFlavors: [{ architecture: ["amd64"] }] };
  const plain = { version: "1.0.0", expirationDate: ends, architectures: ["amd64"] };

  test("keeps what the NamespacedCloudProfile had before its parent got the version", () => {
    const place = { existsInParent: true, alreadyInOldSpec: true };
    expect(validateImageOverride({ ...plain, expirationDate: null }, place)).toEqual({
      forbidden: [],
      expirationRequired: false,
    });
  });

  test.each([
    ["flavors as architectures", flavored, false, ["architectures"]],
    ["flavors", flavored, true, ["capabilityFlavors"]],
    ["architectures", plain, false, ["architectures"]],
    ["architectures as flavors too", plain, true, ["architectures", "capabilityFlavors"]],
  ])("may not set %s", (_field, version, parentHasCapabilities, forbidden) => {
    const place = { existsInParent: true, parentHasCapabilities };
    expect(validateImageOverride(version, place).forbidden).toEqual(forbidden);
  });
});
