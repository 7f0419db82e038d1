import type { NoImage } from "../profiles/default-version.ts";

/** What the API server calls the kind of a field error. */
export type FaultType = "Forbidden" | "Invalid" | "Required" | "Duplicate" | "NotSupported" | "TooLong";

/** Every reason for which a change of a Shoot is refused: one code a rule. */
export type ChangeFaultCode =
  | "K8S_VERSION_UNSET"
  | "K8S_VERSION_MALFORMED"
  | "K8S_DOWNGRADE"
  | "K8S_MINOR_SKIP"
  | "K8S_NOT_SEMVER"
  | "K8S_NO_DEFAULT"
  | "K8S_NOT_OFFERED"
  | "POOL_NEWER_THAN_CONTROL_PLANE"
  | "POOL_SKEW"
  | "FIELD_NOT_SUPPORTED"
  | "IMAGE_NOT_OFFERED"
  | "IMAGE_INVALID"
  | "IMAGE_KUBELET_CONSTRAINT"
  | "IMAGE_VERSION_UNSET"
  | "IMAGE_DOWNGRADE_IN_PLACE"
  | "UPDATE_STRATEGY_UNKNOWN"
  | "ROLLING_TO_IN_PLACE"
  | "IN_PLACE_TO_ROLLING"
  | "IN_PLACE_GATE_DISABLED"
  | "IN_PLACE_IMMUTABLE"
  | "IN_PLACE_UPDATE_PENDING"
  | "IN_PLACE_NODE_LOCAL_DNS"
  | "NOT_INT_OR_PERCENT"
  | "NEGATIVE"
  | "OVER_100_PERCENT"
  | "BOTH_ZERO"
  | "MANUAL_MUST_BE_UNSET"
  | "SURGE_MUST_BE_ZERO"
  | "FIELD_UNKNOWN"
  | "IN_PLACE_ONLY"
  | "OVER_MAXIMUM"
  | "LEAVE_ONE_FOR_SYSTEM_COMPONENTS"
  | "NOT_A_DURATION"
  | "SPEC_FROZEN"
  | "WORKERLESS_SWITCH"
  | "POOL_NAME_DUPLICATE"
  | "WORKERLESS_FIELD"
  | "FIELD_TOO_EARLY"
  | "ARCHITECTURE_UNKNOWN"
  | "MACHINE_TYPE_NOT_OFFERED"
  | "MACHINE_TYPE_INVALID"
  | "IMAGE_CAPABILITIES"
  | "CRI_NOT_OFFERED"
  | "CONTAINER_RUNTIME_NOT_OFFERED"
  | "VOLUME_TYPE_NOT_OFFERED"
  | "VOLUME_TYPE_INVALID"
  | "VOLUME_TOO_SMALL"
  | "KUBELET_RESERVES_TOO_MUCH"
  | "ZONE_NOT_OFFERED"
  | "MAX_NODES_EXCEEDED"
  | SettingFaultCode
  | PlaceFaultCode
  | ReferenceFaultCode
  | AnnotationFaultCode
  | NoImage;

/** Reasons that concern a setting by itself: its value, its relation to others, or that it may not change. */
export type SettingFaultCode =
  | "IMMUTABLE"
  | "CANNOT_BE_UNSET"
  | "VALUE_UNKNOWN"
  | "VALUE_DUPLICATE"
  | "NAME_INVALID"
  | "BINDING_REQUIRED"
  | "BINDINGS_EXCLUDE_EACH_OTHER"
  | "IP_FAMILIES_CHANGE"
  | "CIDR_MALFORMED"
  | "CIDR_NOT_CANONICAL"
  | "CIDR_OTHER_FAMILY"
  | "DNS_PRIMARY_PROVIDER"
  | "CONTROL_PLANE_ZONES_COUNT"
  | "CONTROL_PLANE_ZONE_REMOVED"
  | "HIBERNATED_HIGH_AVAILABILITY"
  | "VALUE_REQUIRED"
  | "TOO_LONG"
  | "BELOW_MINIMUM"
  | "ABOVE_MAXIMUM"
  | "NOT_POSITIVE"
  | "MUST_EQUAL"
  | "QUANTITY_MALFORMED"
  | "QUANTITY_OR_PERCENT_MALFORMED"
  | "GATE_MUST_BE_ON"
  | "FEATURE_GATE_UNKNOWN"
  | "FEATURE_GATE_UNSUPPORTED"
  | "FEATURE_GATE_LOCKED"
  | "ADMISSION_PLUGIN_UNKNOWN"
  | "ADMISSION_PLUGIN_UNSUPPORTED"
  | "ADMISSION_PLUGIN_HAS_NO_CONFIG"
  | "ADMISSION_PLUGIN_REQUIRED"
  | "ADMISSION_PLUGIN_CALLS_NOBODY"
  | "POD_SECURITY_CONFIG_MALFORMED"
  | "API_UNKNOWN"
  | "API_UNSUPPORTED"
  | "API_NEEDED"
  | "IMAGE_PATTERN_MALFORMED"
  | "ISSUER_MALFORMED"
  | "AUDIENCE_WITH_COMMA"
  | "NODE_MASK_OF_ONE_FAMILY"
  | "NODE_MASK_TOO_SMALL"
  | "THRESHOLDS_CROSS"
  | "SWAP_FAILS_KUBELET"
  | "PULLS_ARE_SERIAL"
  | "ALLOWLIST_NEEDS_POLICY"
  | "TAINT_RESERVED"
  | "RESOURCE_NOT_ENCRYPTABLE"
  | "ALWAYS_ENCRYPTED"
  | "GCM_NEEDS_ROTATION"
  | "ENCRYPTION_NOT_READY"
  | "ENCRYPTION_KEY_ROTATING"
  | "ENCRYPTION_ROLLING_OUT"
  | "ENCRYPTION_HIBERNATED"
  | "ENCRYPTION_CHANGES_TWICE"
  | "WINDOW_MALFORMED"
  | "WINDOW_TOO_SHORT"
  | "WINDOW_TOO_LONG"
  | "ROTATION_PERIOD"
  | "HIBERNATION_SELF_HOSTED"
  | "HIBERNATION_ENCRYPTION_KEY"
  | "HIBERNATION_SERVICE_ACCOUNT_KEY"
  | "HIBERNATION_ENCRYPTION"
  | "CRON_MALFORMED"
  | "TIME_ZONE_UNKNOWN"
  | "MAXIMUM_BELOW_MINIMUM"
  | "MAXIMUM_BELOW_ZONES"
  | "NO_POOL_FOR_SYSTEM_COMPONENTS"
  | "VOLUME_SIZE_MALFORMED"
  | "DATA_VOLUME_UNKNOWN"
  | "CERTIFICATE_MALFORMED"
  | "SELF_HOSTED_SWITCH"
  | "SECOND_CONTROL_PLANE_POOL"
  | "CONTROL_PLANE_POOL_CHANGED"
  | "DNS_DOMAIN_REQUIRED"
  | "DNS_PRIMARY_TWICE"
  | "DNS_TYPE_REQUIRED"
  | "DNS_CREDENTIALS_REQUIRED"
  | "DNS_CREDENTIALS_TWICE"
  | "DNS_UNMANAGED_CREDENTIALS"
  | "DNS_SECRET_DIFFERS"
  | "DNS_SECRET_BESIDE_OTHERS"
  | "OPERATOR_TAKES_NO_VALUES"
  | "ADDONS_NEED_EVALUATION"
  | "EMAIL_MALFORMED"
  | "SELF_HOSTED_HAS_NO_SEED"
  | "SELF_HOSTED_NAMESPACE"
  | "SELF_HOSTED_POOL";

/** Reasons that concern what a Shoot names. */
type ReferenceFaultCode =
  | "REFERENCE_NOT_FOUND"
  | "PROFILE_OF_OTHER_ROOT"
  | "PROFILE_LACKS"
  | "OBJECT_NOT_FOUND"
  | "OBJECT_NOT_READABLE"
  | "EXTENSION_NOT_REGISTERED"
  | "TOLERATION_NOT_ALLOWED"
  | "BINDING_OF_OTHER_SECRET"
  | "CREDENTIALS_NOT_READABLE"
  | "PROVIDER_DIFFERS"
  | "QUOTA_EXCEEDED"
  | "DNS_PRIMARY_OF_DEFAULT_DOMAIN"
  | "DNS_DEFAULT_DOMAIN_FORM"
  | "DNS_DOMAIN_TAKEN"
  | "DNS_DOMAIN_OVERLAPS";

/** Reasons that concern annotations which ask for something. */
type AnnotationFaultCode =
  | "EXPIRATION_MALFORMED"
  | "EXPIRATION_TOO_LATE"
  | "ISSUER_STAYS_MANAGED"
  | "ISSUER_NOT_OFFERED"
  | "ISSUER_BESIDE_MANAGED";

/** Reasons that concern the place of a Shoot: its Seed, region and network. */
type PlaceFaultCode =
  | "SEED_BY_BINDING"
  | "NETWORKS_OVERLAP"
  | "REGION_NOT_OFFERED"
  | "ACCESS_RESTRICTION_NOT_IN_SEED"
  | "ZONE_PINNING_NOT_OFFERED"
  | "ZONE_NOT_IN_SEED"
  | "LIVE_MIGRATION_DISABLED"
  | "LIVE_MIGRATION_NEEDS_HA"
  | "LIVE_MIGRATION_ASLEEP"
  | "SEED_SELECTOR_UNSET"
  | "SEED_SELECTOR_MISSES"
  | "SEED_PROVIDER_NOT_SELECTED"
  | "SEED_HAS_TOO_FEW_ZONES"
  | "SEED_IN_DELETION"
  | "SHOOT_RESCHEDULED"
  | "INTERNAL_VERSION"
  | "KUBECONFIG_NOT_IN_RESOURCES";

/** One finding about a field of the changed object. */
export interface ChangeFault {
  /** The field, from `spec` on, or relative to a pool where the function judges one pool. */
  readonly path: string;
  readonly code: ChangeFaultCode;
  readonly type: FaultType;
  /** The facts that the sentence about it needs. */
  readonly facts?: Readonly<Record<string, string | readonly string[]>>;
}

/** Puts the findings about one pool under its place in the Shoot. */
export function inPool(index: number, faults: readonly ChangeFault[]): readonly ChangeFault[] {
  return faults.map((fault) => ({
    ...fault,
    path: fault.path === "" ? `spec.provider.workers[${index}]` : `spec.provider.workers[${index}].${fault.path}`,
  }));
}
