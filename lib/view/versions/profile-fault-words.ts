import type { ProfileFault, ProfileFaultCode } from "../../policy/profiles/profile-fault.ts";

const words: Readonly<Record<ProfileFaultCode, string>> = {
  NO_VERSIONS: "at least one version must be listed",
  NO_IMAGES: "at least one machine image must be listed",
  LATEST_UNDETERMINED: "the latest version cannot be told, because a version cannot be read",
  LATEST_EXPIRES: "the latest version must not expire",
  VERSION_PATTERN: "a Kubernetes version has three numbers and nothing else, such as 1.35.6",
  VERSION_NOT_SEMVER: "this is no semantic version",
  VERSION_DUPLICATE: "the version is listed twice",
  IMAGE_DUPLICATE: "the machine image is listed twice",
  UPDATE_STRATEGY_UNKNOWN: "must be patch, minor or major",
  CONSTRAINT_UNREADABLE: "this is no constraint of versions, such as >= 1.33",
  ARCHITECTURE_UNKNOWN: "must be amd64 or arm64",
  CLASSIFICATION_UNKNOWN: "must be preview, supported or deprecated",
  CLASSIFICATION_EXPIRED: "a version expires by its expirationDate, not by its classification",
  DATE_UNREADABLE: "this is no date; write it as in 2026-11-24T23:59:59Z",
  LIFECYCLE_UNKNOWN_FIELD: "this release of Gardener does not know lifecycles",
  LIFECYCLE_GATE_DISABLED: "lifecycles need the feature gate VersionClassificationLifecycle",
  LIFECYCLE_AND_LEGACY: "classification and expirationDate cannot stand beside a lifecycle",
  LIFECYCLE_DUPLICATE: "the stage is listed twice",
  LIFECYCLE_ORDER: "stages must come in the order preview, supported, deprecated, expired",
  LIFECYCLE_START_REQUIRED: "only the first stage may lack a start",
  LIFECYCLE_START_ORDER: "a stage must not start before the one that it follows",
  SUPPORTED_OVERLAP: "another version of this minor is supported, too",
  TURNED_UNAVAILABLE: "a version that was available must not become unavailable",
  MAX_NODES_NOT_POSITIVE: "the limit of nodes must be above zero",
  MAX_NODES_LOWERED: "the limit of nodes must not be lowered",
};

const kinds: Readonly<Record<ProfileFault["type"], string>> = {
  Required: "Required value",
  Invalid: "Invalid value",
  NotSupported: "Unsupported value",
  Duplicate: "Duplicate value",
  Forbidden: "Forbidden",
};

/** What the API server would object, without the path: `Invalid value: the latest version must not expire`. */
export function profileFaultWords({ code, type }: ProfileFault): string {
  return `${kinds[type]}: ${words[code]}`;
}
