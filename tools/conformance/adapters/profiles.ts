import type { CloudProfileSpec, ExpirableVersion } from "#lib/garden/cloud-profile.ts";
import { mergeProfiles } from "#lib/policy/profiles/effective-profile.ts";
import { latestPreferred, latestVersion, withoutPreviews } from "#lib/policy/profiles/latest-version.ts";
import { supportedTwice } from "#lib/policy/profiles/one-supported.ts";
import type { ProfileError, ProfileErrorCode } from "#lib/policy/profiles/profile-error.ts";
import { validateKubernetesVersions } from "#lib/policy/profiles/validate-kubernetes.ts";
import { storedOnCreation, validateProfileUpdate } from "#lib/policy/profiles/validate-profile.ts";
import { versionsInUse } from "#lib/policy/profiles/versions-in-use.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { type Adapters, adapter } from "../vector/adapter.ts";
import { rulesOfVector } from "../vector/release-of-vector.ts";
import { admissionViewOf } from "../vector/view-of-vector.ts";

/** The names that the version vectors give to the faults; the others are the same. */
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

export const profileAdapters: Adapters = {
  "ncp.merge": adapter<{ parent: CloudProfileSpec; override: CloudProfileSpec }>(({ parent, override }) => {
    const { kubernetes, machineImages } = mergeProfiles(parent, override);
    return {
      ...(kubernetes?.versions?.length && { kubernetesVersions: kubernetes.versions }),
      ...(machineImages?.length && { machineImages }),
    };
  }),
  "profile.latest": adapter<VersionsInput & { filterPreview: boolean }>((input, vector) => {
    const { reading, rules } = admissionViewOf(input, vector);
    const listed = listVersions(input.versions);
    const versions = input.filterPreview ? withoutPreviews(listed, reading) : listed;
    return {
      latest: latestVersion(versions)?.text,
      latestNonDeprecated: latestPreferred(versions, reading, rules)?.text,
    };
  }),
  "profile.validateK8s": adapter<VersionsInput>((input, vector) =>
    violationsOf(validateKubernetesVersions(input.versions, admissionViewOf(input, vector))),
  ),
  "profile.update": adapter<VersionsInput & { oldVersions: ExpirableVersion[] }>((input, vector) =>
    violationsOf(
      validateProfileUpdate(
        { kubernetes: { versions: input.oldVersions } },
        { kubernetes: { versions: input.versions } },
        admissionViewOf(input, vector),
      ),
    ),
  ),
  "profile.create": adapter<{ cloudProfile: { spec: CloudProfileSpec } }>(({ cloudProfile }, vector) => {
    const stored = storedOnCreation(cloudProfile.spec, admissionViewOf({}, vector));
    const images = (stored.machineImages ?? []).map(({ name, versions }) => [name, textsOf(versions)]);
    return { kubernetes: textsOf(stored.kubernetes?.versions), machineImages: Object.fromEntries(images) };
  }),
  "profile.removal": adapter<{
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
  "edition.profile.oneSupported": adapter<VersionsInput>((input, vector) => {
    const twice = supportedTwice(listVersions(input.versions), admissionViewOf(input, vector));
    return { refused: twice.map(({ text }) => text) };
  }, "sets"),
  "edition.profile.pastExpiry": adapter<{ operation: string }>(({ operation }, vector) => ({
    result: operation === "create" ? rulesOfVector(vector)("profile.pastExpiry") : "accepted",
  })),
};
