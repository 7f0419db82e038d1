import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { mergeProfiles } from "#lib/policy/profiles/effective-profile.ts";
import { latestNonDeprecatedVersion, latestVersion, withoutPreviews } from "#lib/policy/profiles/latest-version.ts";
import { findMultipleSupportedVersions } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileError, ProfileErrorCode } from "#lib/policy/profiles/profile-error.ts";
import { validateKubernetesVersions } from "#lib/policy/profiles/validate-kubernetes.ts";
import { profileSpecStoredOnCreation, validateProfileUpdate } from "#lib/policy/profiles/validate-profile.ts";
import { versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

/** Names of validation errors in test vectors that differ from the error codes. */
const codes: Partial<Record<ProfileErrorCode, string>> = {
  LATEST_UNDETERMINED: "NO_LATEST",
  VERSION_PATTERN: "K8S_VERSION_FORMAT",
  VERSION_DUPLICATE: "DUPLICATE_VERSION",
  LATEST_EXPIRES: "LATEST_K8S_EXPIRES",
  SUPPORTED_OVERLAP: "MULTIPLE_SUPPORTED_IN_MINOR",
  CLASSIFICATION_UNKNOWN: "UNKNOWN_CLASSIFICATION",
  LIFECYCLE_AND_LEGACY: "LIFECYCLE_WITH_LEGACY_FIELDS",
  LIFECYCLE_DUPLICATE: "LIFECYCLE_DUPLICATE_STAGE",
  LIFECYCLE_START_REQUIRED: "LIFECYCLE_START_MISSING",
  LIFECYCLE_START_ORDER: "LIFECYCLE_START_DECREASING",
  TURNED_UNAVAILABLE: "BECAME_UNAVAILABLE",
};

function violationsOf(faults: readonly ProfileError[]) {
  return { violations: [...new Set(faults.map(({ code }) => codes[code] ?? code))].sort() };
}

function textsOf(versions: readonly ExpirableVersion[] | null | undefined): readonly string[] {
  return (versions ?? []).map(({ version }) => version);
}

interface VersionsInput {
  readonly versions: readonly ExpirableVersion[];
  readonly now?: string;
  readonly lifecycleGate?: boolean;
}

export const profileAdapters: VectorAdapters = {
  "ncp.merge": createVectorAdapter<{ parent: CloudProfileSpec; override: CloudProfileSpec }>(({ parent, override }) => {
    const { kubernetes, machineImages } = mergeProfiles(parent, override);
    return {
      ...(kubernetes?.versions?.length && { kubernetesVersions: kubernetes.versions }),
      ...(machineImages?.length && { machineImages }),
    };
  }),
  "profile.latest": createVectorAdapter<VersionsInput & { filterPreview: boolean }>((input, vector) => {
    const { reading, rules } = admissionViewOf(input, vector);
    const listed = listVersions(input.versions);
    const versions = input.filterPreview ? withoutPreviews(listed, reading) : listed;
    return {
      latest: latestVersion(versions)?.text,
      latestNonDeprecated: latestNonDeprecatedVersion(versions, reading, rules)?.text,
    };
  }),
  "profile.validateK8s": createVectorAdapter<VersionsInput>((input, vector) =>
    violationsOf(validateKubernetesVersions(input.versions, admissionViewOf(input, vector))),
  ),
  "profile.update": createVectorAdapter<VersionsInput & { oldVersions: ExpirableVersion[] }>((input, vector) =>
    violationsOf(
      validateProfileUpdate(
        { kubernetes: { versions: input.oldVersions } },
        { kubernetes: { versions: input.versions } },
        admissionViewOf(input, vector),
      ),
    ),
  ),
  "profile.create": createVectorAdapter<{ cloudProfile: { spec: CloudProfileSpec } }>(({ cloudProfile }, vector) => {
    const stored = profileSpecStoredOnCreation(cloudProfile.spec, admissionViewOf({}, vector));
    const images = (stored.machineImages ?? []).map(({ name, versions }) => [name, textsOf(versions)]);
    return { kubernetes: textsOf(stored.kubernetes?.versions), machineImages: Object.fromEntries(images) };
  }),
  "profile.removal": createVectorAdapter<{
    removedKubernetesVersions: string[];
    controlPlaneVersion: string;
    poolVersion: string | null;
  }>((input) => {
    const before = { kubernetes: { versions: input.removedKubernetesVersions.map((version) => ({ version })) } };
    const worker = {
      name: "pool",
      machine: { type: "type" },
      ...(input.poolVersion !== null && { kubernetes: { version: input.poolVersion } }),
    };
    const shoot = {
      metadata: { name: "shoot", namespace: "garden-project" },
      spec: {
        cloudProfile: { name: "profile" },
        kubernetes: { version: input.controlPlaneVersion },
        provider: { type: "local", workers: [worker] },
      },
    };
    const users = { shoots: [shoot], namespacedProfiles: [] };
    return { allowed: versionsInUse({ name: "profile", before, after: {} }, users).length === 0 };
  }),
  "edition.profile.oneSupported": createVectorAdapter<VersionsInput>((input, vector) => {
    const twice = findMultipleSupportedVersions(listVersions(input.versions), admissionViewOf(input, vector));
    return { refused: twice.map(({ text }) => text) };
  }, "sets"),
  "edition.profile.pastExpiry": createVectorAdapter<{ operation: string }>(({ operation }, vector) => ({
    result: operation === "create" ? rulesOfVector(vector)("profile.pastExpiry") : "accepted",
  })),
};
