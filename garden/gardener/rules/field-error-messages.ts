import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { saidByExtension } from "#lib/policy/provider-configuration/shared/provider-error.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";

/** Messages of validation errors by error code. An error without a message is described by its code. */
const labels: Readonly<Record<string, string>> = {
  K8S_VERSION_UNSET: "a Kubernetes version is required",
  K8S_VERSION_MALFORMED: "is no Kubernetes version",
  K8S_DOWNGRADE: "Kubernetes versions cannot be downgraded",
  K8S_MINOR_SKIP: "a Kubernetes minor version cannot be skipped",
  K8S_NOT_SEMVER: "must be a semantic version",
  K8S_NO_DEFAULT: "no supported version of the CloudProfile fits",
  K8S_NOT_OFFERED: "is not offered by the CloudProfile",
  POOL_NEWER_THAN_CONTROL_PLANE: "a worker pool cannot be newer than the control plane",
  POOL_SKEW: "a worker pool must be at most three minor versions behind the control plane",
  FIELD_NOT_SUPPORTED: "is not supported from this Kubernetes version on",
  IMAGE_NOT_OFFERED: "is not offered by the CloudProfile",
  IMAGE_INVALID: "cannot be used by this worker pool",
  IMAGE_KUBELET_CONSTRAINT: "does not support the kubelet version of this worker pool",
  IMAGE_VERSION_UNSET: "a machine image version is required",
  IMAGE_DOWNGRADE_IN_PLACE: "machine images cannot be downgraded in a pool that is updated in place",
  UPDATE_STRATEGY_UNKNOWN: "must be AutoRollingUpdate, AutoInPlaceUpdate or ManualInPlaceUpdate",
  ROLLING_TO_IN_PLACE: "a pool cannot change from rolling updates to in-place updates",
  IN_PLACE_TO_ROLLING: "a pool cannot change from in-place updates to rolling updates",
  IN_PLACE_GATE_DISABLED: "in-place updates are not enabled",
  IN_PLACE_IMMUTABLE: "cannot be changed in a pool that is updated in place",
  IN_PLACE_UPDATE_PENDING: "the pool cannot be changed while its in-place update is pending",
  IN_PLACE_NODE_LOCAL_DNS: "cannot be changed while the Shoot has pools that are updated in place",
  NOT_INT_OR_PERCENT: "must be a whole number or a percentage such as 25%",
  NEGATIVE: "must be greater than or equal to 0",
  OVER_100_PERCENT: "must not be greater than 100%",
  BOTH_ZERO: "may not be 0 when maxSurge is 0",
  MANUAL_MUST_BE_UNSET: "must not be set with the strategy ManualInPlaceUpdate",
  SURGE_MUST_BE_ZERO: "must be 0 with the strategy ManualInPlaceUpdate",
  FIELD_UNKNOWN: "is not known",
  IN_PLACE_ONLY: "can only be set for pools that are updated in place",
  OVER_MAXIMUM: "must not be greater than the maximum of the pool",
  LEAVE_ONE_FOR_SYSTEM_COMPONENTS: "must leave one machine for system components",
  NOT_A_DURATION: "must be a duration of at least 0",
  SPEC_FROZEN: "the spec cannot be changed while the Shoot is being deleted",
  WORKERLESS_SWITCH: "a Shoot with workers cannot become one without workers, nor the other way round",
  POOL_NAME_DUPLICATE: "pools must have different names",
  WORKERLESS_FIELD: "cannot be set for a Shoot without workers",
  FIELD_TOO_EARLY: "is not supported before a later Kubernetes version",
  ARCHITECTURE_UNKNOWN: "must be amd64 or arm64",
  MACHINE_TYPE_NOT_OFFERED: "the machine type is not offered by the CloudProfile",
  MACHINE_TYPE_INVALID: "the machine type cannot be used by this worker pool",
  IMAGE_CAPABILITIES: "the machine image does not have the capabilities of the machine type",
  CRI_NOT_OFFERED: "the machine image does not offer this container runtime interface",
  CONTAINER_RUNTIME_NOT_OFFERED: "the machine image does not offer this container runtime",
  VOLUME_TYPE_NOT_OFFERED: "the volume type is not offered by the CloudProfile",
  VOLUME_TYPE_INVALID: "the volume type cannot be used by this worker pool",
  VOLUME_TOO_SMALL: "is smaller than the CloudProfile allows",
  KUBELET_RESERVES_TOO_MUCH: "the kubelet reserves more than the machine has",
  ZONE_NOT_OFFERED: "the zone is not offered by the CloudProfile",
  IMAGE_UNKNOWN: "the CloudProfile has no machine image of this name",
  IMAGE_NONE_IN_PROFILE: "the CloudProfile has no machine images",
  IMAGE_NO_ARCHITECTURE: "no machine image of the CloudProfile is made for this architecture",
  IMAGE_NOT_SEMVER: "must be a semantic version",
  IMAGE_NO_DEFAULT: "no version of this machine image fits",
  MAX_NODES_EXCEEDED: "the pools' minimum exceeds the limit of nodes of the CloudProfile",
  IMMUTABLE: "field is immutable",
  CANNOT_BE_UNSET: "the field cannot be unset",
  VALUE_UNKNOWN: "is not known",
  VALUE_DUPLICATE: "must be unique",
  NAME_INVALID: "does not have the form of a name",
  NAME_DOUBLE_HYPHEN: "name may not contain two consecutive hyphens",
  BINDING_REQUIRED: "a Shoot with workers must have a binding",
  BINDINGS_EXCLUDE_EACH_OTHER: "is incompatible with credentialsBindingName",
  PROFILE_NAMED_TWICE: "new shoot can only specify either cloudProfileName or cloudProfile reference",
  IP_FAMILIES_CHANGE: "this change of IP families is not supported",
  CIDR_MALFORMED: "is no CIDR",
  CIDR_NOT_CANONICAL: "must be written in its canonical form",
  CIDR_OTHER_FAMILY: "is of another IP family",
  DNS_PRIMARY_PROVIDER: "the primary provider and its type cannot be removed or changed",
  CONTROL_PLANE_ZONES_COUNT: "is the number of zones for this failure tolerance",
  CONTROL_PLANE_ZONE_REMOVED: "existing zones cannot be removed",
  HIBERNATED_HIGH_AVAILABILITY: "cannot be set while the Shoot is hibernated",
  DNS_DOMAIN_REQUIRED: "must be set for a primary provider that is managed",
  DNS_PRIMARY_TWICE: "multiple primary DNS providers are not supported",
  DNS_TYPE_REQUIRED: "must be set when credentialsRef is set",
  DNS_CREDENTIALS_REQUIRED: "non-primary DNS providers must have credentials",
  DNS_CREDENTIALS_TWICE: "type and credentialsRef together must be unique across DNS providers",
  API_UNKNOWN: "unknown API group version",
  API_UNSUPPORTED: "api is not supported in this Kubernetes version",
  API_NEEDED: "api cannot be disabled",
  IMAGE_PATTERN_MALFORMED: "is no pattern of an image",
  REFERENCE_NOT_FOUND: "not found",
  EXTENSION_NOT_REGISTERED: "given Shoot uses non-registered extension type",
  TOLERATION_NOT_ALLOWED: "the project may not use this toleration",
  BINDING_OF_OTHER_SECRET: "must reference the Secret of the SecretBinding that it replaces",
  CREDENTIALS_NOT_READABLE: "the credentials of the binding may not be read",
  SEED_SELECTOR_UNSET: "cannot unset seedSelector once it has been set",
  SEED_SELECTOR_MISSES: "cannot change seedSelector to not match the labels of the already selected seed",
  SEED_PROVIDER_NOT_SELECTED: "cannot change seedSelector to not match the provider type of the already selected seed",
  SEED_HAS_TOO_FEW_ZONES: "failure tolerance of zone needs a Seed with at least 3 zones",
  SEED_IN_DELETION: "the Seed is already marked for deletion",
  SHOOT_RESCHEDULED: "shoot spec cannot be changed because shoot has been rescheduled to a new seed",
  EXTENSION_NEEDS_WORKERS: "given Shoot is workerless and uses non-supported extension type",
  INTERNAL_VERSION: "must not use apiVersion 'internal'",
  KUBECONFIG_NOT_IN_RESOURCES: "secret should be referenced in shoot .spec.resources",
  OPERATOR_TAKES_NO_VALUES: "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
  ADDONS_NEED_EVALUATION: "addons can only be enabled on Shoots with the purpose evaluation",
  EMAIL_MALFORMED: "must provide a valid email",
  SELF_HOSTED_HAS_NO_SEED: "cannot be set for self-hosted Shoots",
  SELF_HOSTED_NAMESPACE: "self-hosted Shoots must be in the namespace garden",
  SELF_HOSTED_POOL: "is not what the pool of a self-hosted control plane needs",
  DNS_UNMANAGED_CREDENTIALS: "must not be set for an unmanaged provider",
  DNS_SECRET_DIFFERS: "must name the same Secret as credentialsRef",
  DNS_SECRET_BESIDE_OTHERS: "must not be set when credentialsRef is no Secret",
  SEED_BY_BINDING: "cannot be changed by patching the Shoot, use the shoots/binding subresource",
  NETWORKS_OVERLAP: "intersects with another network of the Shoot",
  REGION_NOT_OFFERED: "the region is not in the CloudProfile",
  ACCESS_RESTRICTION_NOT_IN_SEED: "the access restriction is not supported by the Seed",
  ZONE_PINNING_NOT_OFFERED: "can only be set when the CloudProfile allows zone pinning",
  ZONE_NOT_IN_SEED: "the zone is not available in the Seed",
  LIVE_MIGRATION_DISABLED: "the feature gate LiveControlPlaneMigration is disabled",
  LIVE_MIGRATION_NEEDS_HA: "a live migration needs a control plane that is highly available",
  LIVE_MIGRATION_ASLEEP: "a hibernated Shoot, or one that wakes up, cannot be migrated live",
  VALUE_REQUIRED: "must be set",
  TOO_LONG: "is too long",
  BELOW_MINIMUM: "is the least that is possible",
  ABOVE_MAXIMUM: "is the most that is possible",
  NOT_POSITIVE: "must be greater than 0",
  MUST_EQUAL: "must be equal",
  QUANTITY_MALFORMED: "is no quantity",
  QUANTITY_OR_PERCENT_MALFORMED: "must be a quantity such as 200Mi or a percentage such as 5%",
  GATE_MUST_BE_ON: "requires this feature gate to be on",
  FEATURE_GATE_UNKNOWN: "unknown feature gate",
  FEATURE_GATE_UNSUPPORTED: "the feature gate is not supported in this Kubernetes version",
  FEATURE_GATE_LOCKED: "the feature gate is locked to this value",
  ADMISSION_PLUGIN_UNKNOWN: "unknown admission plugin",
  ADMISSION_PLUGIN_UNSUPPORTED: "the admission plugin is not supported in this Kubernetes version",
  ADMISSION_PLUGIN_HAS_NO_CONFIG: "the admission plugin does not allow configuration",
  ADMISSION_PLUGIN_REQUIRED: "the admission plugin cannot be disabled",
  ADMISSION_PLUGIN_CALLS_NOBODY: "the admission plugin does not allow an external kubeconfig",
  POD_SECURITY_CONFIG_MALFORMED: "must be a PodSecurityConfiguration",
  ISSUER_MALFORMED: "must be an https URL without user, query or fragment",
  AUDIENCE_WITH_COMMA: "must not contain commas",
  NODE_MASK_OF_ONE_FAMILY: "can only be set for its own IP family",
  NODE_MASK_TOO_SMALL: "the range is too small for the highest maxPods",
  THRESHOLDS_CROSS: "must be less than imageGCHighThresholdPercent",
  SWAP_FAILS_KUBELET: "requires failSwapOn to be false",
  PULLS_ARE_SERIAL: "cannot be larger than 1 while serializeImagePulls is true",
  ALLOWLIST_NEEDS_POLICY: "requires the policy NeverVerifyAllowlistedImages",
  TAINT_RESERVED: "the taint key is reserved",
  RESOURCE_NOT_ENCRYPTABLE: "cannot be encrypted",
  ALWAYS_ENCRYPTED: "is always encrypted",
  GCM_NEEDS_ROTATION: "requires automatic rotation of the ETCD encryption key",
  ENCRYPTION_NOT_READY: "cannot be changed before the Shoot was created",
  ENCRYPTION_KEY_ROTATING: "cannot be changed while the ETCD encryption key is being rotated",
  ENCRYPTION_ROLLING_OUT: "cannot be changed while a previous change is being rolled out",
  ENCRYPTION_HIBERNATED: "cannot be changed while the Shoot is hibernated",
  ENCRYPTION_CHANGES_TWICE: "cannot be changed together with the resources",
  WINDOW_MALFORMED: "must have the form HHMMSS+ZONE",
  WINDOW_TOO_SHORT: "the time window must not be shorter than 30 minutes",
  WINDOW_TOO_LONG: "the time window must not be longer than 6 hours",
  ROTATION_PERIOD: "must be 0 or between 30 minutes and 90 days",
  HIBERNATION_SELF_HOSTED: "hibernation is not supported for self-hosted Shoots",
  HIBERNATION_ENCRYPTION_KEY: "the Shoot cannot be hibernated in this phase of the rotation of the ETCD encryption key",
  HIBERNATION_SERVICE_ACCOUNT_KEY:
    "the Shoot cannot be hibernated in this phase of the rotation of the service account key",
  HIBERNATION_ENCRYPTION: "the Shoot cannot be hibernated while a change of its encryption is rolled out",
  CRON_MALFORMED: "not a valid cron spec",
  TIME_ZONE_UNKNOWN: "unknown time zone",
  MAXIMUM_BELOW_MINIMUM: "maximum value must not be less than minimum value",
  MAXIMUM_BELOW_ZONES: "maximum node count should be greater than or equal to the number of zones",
  NO_POOL_FOR_SYSTEM_COMPONENTS: "at least one active pool with systemComponents.allow=true is needed",
  VOLUME_SIZE_MALFORMED: "must have the form 50Gi",
  DATA_VOLUME_UNKNOWN: "refers to an unknown data volume",
  CERTIFICATE_MALFORMED: "is not a valid PEM-encoded certificate",
  SELF_HOSTED_SWITCH: "cannot switch a Shoot between self-hosted and hosted mode",
  SECOND_CONTROL_PLANE_POOL: "cannot have more than one pool for the control plane",
  NETWORK_RESERVED: "intersects with a reserved range",
  DNS_PRIMARY_OF_DEFAULT_DOMAIN: "primary dns provider must not be set when default domain is used",
  DNS_DEFAULT_DOMAIN_FORM: "shoot uses a default domain but does not match expected scheme",
  DNS_DOMAIN_TAKEN: "is the domain of another shoot",
  DNS_DOMAIN_OVERLAPS: "the domain is already used by another shoot or it is a subdomain of an already used domain",
  CONTROL_PLANE_POOL_CHANGED: "cannot change the pool of the control plane",
};

export function fieldErrorMessage(code: string): string {
  return labels[code] ?? code;
}

export function causeOfFieldError({ type, path, code, facts = {} }: FieldError): KubeStatusCause {
  if (facts.words !== undefined || facts.shown !== undefined) return causeOfProviderError({ type, path, code, facts });
  if (code === "PROVIDER_DIFFERS") return causeOfProviderType({ type, path, code, facts });
  const { offered, ...others } = facts;
  const said = Object.values(others).flat().join(", ");
  const supported = offered === undefined ? "" : `; supported values: ${[offered].flat().map(quoted).join(", ")}`;
  return fieldErrorCause(type, path, `${said === "" ? "" : `${quoted(said)}: `}${fieldErrorMessage(code)}${supported}`);
}

/** @source Gardener: plugin/pkg/shoot/validator/admission.go, validateProviderType */
function causeOfProviderType({ type, path, facts = {} }: FieldError): KubeStatusCause {
  const [kind, other, own] = [facts.kind, facts.other, facts.type].map(String);
  const verb = kind === "CloudProfile" ? "equal" : "match";
  const rule = `provider type in shoot must ${verb} provider type of referenced ${kind}: ${JSON.stringify(other)}`;
  return fieldErrorCause(type, path, `${JSON.stringify(own)}: ${rule}`);
}

/** What the extension of a provider says about a field, in its own words. */
function causeOfProviderError(error: FieldError): KubeStatusCause {
  const { field, text } = saidByExtension(error);
  return fieldErrorCause(error.type, field, text);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Combines several field errors into one message, for admission errors that have no causes. */
export function formatErrorCauses(causes: readonly KubeStatusCause[]): string {
  const listed = causes.map(({ field = "", message = "" }) => `${field}: ${message}`);
  return listed.length === 1 ? (listed[0] ?? "") : `[${listed.join(", ")}]`;
}
