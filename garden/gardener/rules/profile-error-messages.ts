import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import type { ProfileError, ProfileErrorCode } from "#lib/policy/profiles/profile-error.ts";
import type { ProfileItemInUseError } from "#lib/policy/profiles/profile-item-in-use-error.ts";
import type { OverrideError } from "#lib/policy/profiles/validate-override.ts";

const profileLabels: Readonly<Record<ProfileErrorCode, string>> = {
  NO_VERSIONS: "must provide at least one version",
  NO_IMAGES: "must provide at least one machine image",
  LATEST_UNDETERMINED: "the latest version cannot be determined",
  LATEST_EXPIRES: "the latest version must not expire",
  VERSION_PATTERN: "all versions must have three numbers",
  VERSION_NOT_SEMVER: "must be a semantic version",
  VERSION_DUPLICATE: "the version is listed twice",
  IMAGE_DUPLICATE: "the machine image is listed twice",
  UPDATE_STRATEGY_UNKNOWN: "must be patch, minor or major",
  CONSTRAINT_UNREADABLE: "cannot be read as a constraint of versions",
  ARCHITECTURE_UNKNOWN: "must be amd64 or arm64",
  CLASSIFICATION_UNKNOWN: "must be preview, supported or deprecated",
  CLASSIFICATION_EXPIRED: "expired is said by the expiration date",
  DATE_UNREADABLE: "cannot be read as a date",
  LIFECYCLE_UNKNOWN_FIELD: "is not known",
  LIFECYCLE_GATE_DISABLED: "lifecycles are not enabled",
  LIFECYCLE_AND_LEGACY: "classification and expirationDate cannot be set beside a lifecycle",
  LIFECYCLE_DUPLICATE: "the stage is listed twice",
  LIFECYCLE_ORDER: "stages must be in the order preview, supported, deprecated, expired",
  LIFECYCLE_START_REQUIRED: "only the first stage may lack a start",
  LIFECYCLE_START_ORDER: "stages must not start before the one that they follow",
  SUPPORTED_OVERLAP: "another version of this minor is supported already",
  TURNED_UNAVAILABLE: "a version cannot become unavailable",
  MAX_NODES_NOT_POSITIVE: "the limit of nodes must be above zero",
  MAX_NODES_LOWERED: "the limit of nodes cannot be lowered",
  VALUE_REQUIRED: "must be set",
  NAME_INVALID: "must be a name of letters, digits, '-', '_' and '.', of at most 63 characters",
  NAME_DUPLICATE: "is listed twice",
  NO_MACHINE_TYPES: "at least one machine type must be listed",
  NO_REGIONS: "at least one region must be listed",
  QUANTITY_NEGATIVE: "must not be below zero",
  STORAGE_SIZES: "needs either size or minSize",
  RUNTIME_UNKNOWN: "must be containerd",
  CAPABILITIES_GATE_DISABLED: "machine capabilities need the feature gate CloudProfileCapabilities",
  CAPABILITY_RESERVED: "names that begin with gardener- are Gardener's own",
  CAPABILITY_ARCHITECTURE_REQUIRED: "one of the capabilities must be the architecture",
  CAPABILITY_ARCHITECTURE_UNKNOWN: "must be amd64 or arm64",
  CAPABILITY_UNDEFINED: "the capability is not defined in spec.machineCapabilities",
  CAPABILITY_VALUE_UNDEFINED: "the value is not defined in spec.machineCapabilities",
  CAPABILITIES_UNDEFINED: "capabilities must be defined in spec.machineCapabilities first",
  FLAVOR_REQUIRED: "at least one flavor must be listed, because several architectures are defined",
  FLAVOR_ARCHITECTURE_REQUIRED: "the flavor needs an architecture, because several are defined",
  ARCHITECTURES_SEVERAL: "there must be one architecture only",
  ARCHITECTURES_CONFLICT: "the capabilities name other architectures",
  BASTION_EMPTY: "bastions need a machine type or a machine image",
  BASTION_NOT_OFFERED: "this is not listed in the profile",
  BASTION_IMAGE_UNFIT: "no version of the image is classified as supported and runs on the machine type",
  LABEL_INVALID: "must be a valid key or value of a label",
  SELECTOR_OPERATOR_UNKNOWN: "must be In, NotIn, Exists or DoesNotExist",
  SELECTOR_VALUES_FORBIDDEN: "Exists and DoesNotExist take no values",
  CERTIFICATE_MALFORMED: "must be a certificate as PEM",
  OVERRIDE_FORBIDDEN: "cannot be set for an image version that the parent has",
  OVERRIDE_WITHOUT_END: "must be set for an image version that the parent has",
  OVERRIDE_OVER: "must not be in the past",
  OVERRIDE_FIXED: "cannot be changed any more: the parent has it by now",
};

const overrideLabels = {
  NOT_IN_PARENT: "the version does not exist in the parent CloudProfile",
  EXPIRATION_REQUIRED: "an expiration date is required",
  EXPIRATION_IN_PAST: "the expiration date must not be in the past",
  CLASSIFICATION_FORBIDDEN: "the classification cannot be overridden",
  MERGED_LATEST_EXPIRES: "the latest version must not expire",
} as const satisfies Partial<Readonly<Record<OverrideError["code"], string>>>;

const allLabels: Readonly<Record<OverrideError["code"], string>> = { ...profileLabels, ...overrideLabels };

/** Converts a validation error of a profile to a cause of a 422 response. */
export function causeOfProfileError(fault: ProfileError | OverrideError): KubeStatusCause {
  const words = allLabels[fault.code];
  const version = "version" in fault ? fault.version : undefined;
  return fieldErrorCause(
    fault.type,
    fault.path,
    version === undefined ? words : `${JSON.stringify(version)}: ${words}`,
  );
}

/** Formats a validation error of a profile as text, for error responses without causes. */
export function profileErrorMessage(fault: ProfileError | OverrideError): string {
  const { field = "", message = "" } = causeOfProfileError(fault);
  return `${field}: ${message}`;
}

export function profileInUseMessage(inUse: ProfileItemInUseError): string {
  switch (inUse.code) {
    case "K8S_IN_USE":
      return `unable to delete Kubernetes version ${JSON.stringify(inUse.version)}: it is still in use by ${inUse.by}`;
    case "IMAGE_VERSION_IN_USE":
      return `unable to delete machine image version '${inUse.image}/${inUse.version}': it is still in use by ${inUse.by}`;
    case "IMAGE_REMOVED_IN_USE":
      return `unable to delete machine image ${JSON.stringify(inUse.image)}: it is still in use by ${inUse.by}`;
    case "IMAGE_ALREADY_DEFINED":
      return `unable to add machine image ${JSON.stringify(inUse.image)}: it is already defined by ${inUse.by}`;
    case "CAPABILITY_IN_USE":
      return `unable to delete machine capability ${JSON.stringify(inUse.capability)} with values ${inUse.values.join(", ")}: they are still in use by ${inUse.by}`;
    case "MAX_NODES_EXCEEDED":
      return `the pools of ${inUse.by} need at least ${inUse.nodes} nodes, more than the limit of ${inUse.limit}`;
    default:
      return inUse satisfies never;
  }
}
