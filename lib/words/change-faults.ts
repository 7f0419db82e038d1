import type { ChangeFault, ChangeFaultCode } from "#lib/policy/settings/fault.ts";
import { listed } from "./words.ts";

/** Reads the facts of a fault: a missing one is said as such, never as a word of the program. */
type FactsOf = (name: string) => string;

const none = "(none)";

/** The cluster that a fault names, or that there is one: not everybody may know which. */
function otherCluster(fact: FactsOf): string {
  const name = fact("cluster");
  return name === none ? "another cluster" : `the cluster ${name}`;
}

function factsOf({ facts = {} }: ChangeFault): FactsOf {
  return (name) => {
    const value = facts[name];
    if (value === undefined || value === "") return none;
    return typeof value === "string" ? value : listed(value.map((reason) => reasonWords.get(reason) ?? reason));
  };
}

const reasonWords: ReadonlyMap<string, string> = new Map([
  ["architecture", "it is not for this architecture"],
  ["inactive", "it is expired or not available"],
  ["inPlaceUnsupported", "it cannot be installed in place"],
  ["inPlaceFromCurrent", "it cannot be reached in place from the version in use"],
  ["unusable", "it is marked as not usable"],
  ["zone", "it is not available in every zone of the pool"],
]);

const sentences = {
  K8S_VERSION_UNSET: () => "A Kubernetes version must be given.",
  K8S_VERSION_MALFORMED: (fact) => `${fact("version")} is not a Kubernetes version.`,
  K8S_DOWNGRADE: (fact) => `Kubernetes cannot go back from ${fact("from")} to ${fact("to")}.`,
  K8S_MINOR_SKIP: (fact) => `From ${fact("from")} to ${fact("to")} a minor version is skipped: go minor by minor.`,
  K8S_NOT_SEMVER: (fact) => `The short version ${fact("version")} cannot be read.`,
  K8S_NO_DEFAULT: (fact) => `The CloudProfile has no supported version for ${fact("version")}.`,
  K8S_NOT_OFFERED: (fact) => `The CloudProfile does not offer Kubernetes ${fact("version")}.`,
  POOL_NEWER_THAN_CONTROL_PLANE: (fact) =>
    `The pool's version ${fact("pool")} is above the control plane's ${fact("controlPlane")}: raise the control plane first.`,
  POOL_SKEW: (fact) =>
    `The pool's version ${fact("pool")} is too far behind the control plane's ${fact("controlPlane")}.`,
  FIELD_NOT_SUPPORTED: (fact) => `This field is no longer supported with Kubernetes ${fact("version")}.`,
  FIELD_TOO_EARLY: (fact) => `This field is not supported yet with Kubernetes ${fact("version")}.`,
  WORKERLESS_FIELD: () => "A cluster without workers cannot have this field.",
  IMAGE_NOT_OFFERED: (fact) =>
    `The CloudProfile does not offer version ${fact("version")} of the image ${fact("image")}.`,
  IMAGE_INVALID: (fact) =>
    `Version ${fact("version")} of the image ${fact("image")} cannot be used: ${fact("reasons")}.`,
  IMAGE_CAPABILITIES: (fact) =>
    `The image version ${fact("version")} does not have the capabilities that machines of type ${fact("type")} need.`,
  IMAGE_KUBELET_CONSTRAINT: (fact) =>
    `The pool's image only runs kubelets ${fact("constraint")}, and the pool would run ${fact("version")}.`,
  IMAGE_VERSION_UNSET: () => "The image version of a pool that is updated in place cannot be removed.",
  IMAGE_DOWNGRADE_IN_PLACE: (fact) => `An in-place update cannot go back from ${fact("from")} to ${fact("to")}.`,
  IMAGE_UNKNOWN: (fact) => `The CloudProfile has no machine image ${fact("image")}.`,
  IMAGE_NONE_IN_PROFILE: () => "The CloudProfile has no machine image at all.",
  IMAGE_NO_ARCHITECTURE: () => "The CloudProfile has no machine image for this architecture.",
  IMAGE_NOT_SEMVER: (fact) => `The short image version ${fact("version")} cannot be read.`,
  IMAGE_NO_DEFAULT: (fact) => `The CloudProfile has no version of the image for ${fact("version")}.`,
  UPDATE_STRATEGY_UNKNOWN: () => "This update strategy is not known.",
  ROLLING_TO_IN_PLACE: () => "A pool whose nodes are replaced cannot change to in-place updates: create a new pool.",
  IN_PLACE_TO_ROLLING: () => "A pool that is updated in place cannot change to replacing nodes: create a new pool.",
  IN_PLACE_GATE_DISABLED: () => "The operator of this garden has not allowed in-place updates for new pools.",
  IN_PLACE_IMMUTABLE: () => "This field of a pool that is updated in place cannot change: create a new pool.",
  IN_PLACE_UPDATE_PENDING: () =>
    "The in-place update of this pool is not finished, so the pool cannot change: wait, or force the update.",
  IN_PLACE_NODE_LOCAL_DNS: () => "Node-local DNS cannot be switched while a pool is updated in place.",
  NOT_INT_OR_PERCENT: () => "A whole number or a percentage is needed.",
  NEGATIVE: () => "A negative value is not allowed.",
  OVER_100_PERCENT: () => "No more than 100% of the nodes can be unavailable.",
  BOTH_ZERO: () => "New and unavailable nodes cannot both be zero: no update could ever proceed.",
  MANUAL_MUST_BE_UNSET: () => "With manual in-place updates this field must not be set, not even to zero.",
  SURGE_MUST_BE_ZERO: () => "With manual in-place updates no additional nodes are possible.",
  FIELD_UNKNOWN: () => "This Gardener release does not know the field.",
  IN_PLACE_ONLY: () => "This setting is only for pools that are updated in place.",
  OVER_MAXIMUM: () => "It cannot be more than the pool's maximum of nodes.",
  LEAVE_ONE_FOR_SYSTEM_COMPONENTS: () => "One node of the pool must be left for system components.",
  NOT_A_DURATION: () => "A duration such as 10m is needed.",
  SPEC_FROZEN: () => "The cluster is being deleted, so its specification cannot change any more.",
  WORKERLESS_SWITCH: () => "A cluster cannot change between having workers and having none.",
  POOL_NAME_DUPLICATE: () => "Two pools have the same name.",
  ARCHITECTURE_UNKNOWN: (fact) => `The architecture ${fact("architecture")} is not known.`,
  MACHINE_TYPE_NOT_OFFERED: (fact) => `The CloudProfile does not offer the machine type ${fact("type")}.`,
  MACHINE_TYPE_INVALID: (fact) => `The machine type ${fact("type")} cannot be used: ${fact("reasons")}.`,
  CRI_NOT_OFFERED: (fact) => `The image version does not offer the container runtime interface ${fact("name")}.`,
  CONTAINER_RUNTIME_NOT_OFFERED: (fact) => `The image version does not offer the container runtime ${fact("type")}.`,
  VOLUME_TYPE_NOT_OFFERED: (fact) => `The CloudProfile does not offer the volume type ${fact("type")}.`,
  VOLUME_TYPE_INVALID: (fact) => `The volume type ${fact("type")} cannot be used: ${fact("reasons")}.`,
  VOLUME_TOO_SMALL: (fact) => `The volume of ${fact("size")} is smaller than the minimum of ${fact("minimum")}.`,
  KUBELET_RESERVES_TOO_MUCH: (fact) =>
    `The kubelet reserves ${fact("reserved")} of ${fact("resource")}, and the machine has ${fact("capacity")}.`,
  ZONE_NOT_OFFERED: (fact) => `The region has no zone ${fact("zone")}.`,
  MAX_NODES_EXCEEDED: (fact) =>
    `The pools need at least ${fact("nodes")} nodes, and the CloudProfile allows ${fact("limit")}.`,
  IMMUTABLE: () => "This field cannot change any more.",
  CANNOT_BE_UNSET: () => "This field cannot be removed once it is set.",
  VALUE_UNKNOWN: (fact) => `${fact("value")} is not known here; possible are ${fact("offered")}.`,
  VALUE_DUPLICATE: (fact) => `${fact("value")} is listed twice.`,
  NAME_INVALID: (fact) => `${fact("value")} is not a valid name here.`,
  BINDING_REQUIRED: () => "A cluster with workers needs a CredentialsBinding.",
  BINDINGS_EXCLUDE_EACH_OTHER: () => "A SecretBinding and a CredentialsBinding exclude each other.",
  IP_FAMILIES_CHANGE: (fact) =>
    `The address families cannot change from ${fact("from")} to ${fact("to")}: only IPv6 can join IPv4, and leave it again.`,
  CIDR_MALFORMED: (fact) => `${fact("value")} is not an address range such as 10.0.0.0/16.`,
  CIDR_NOT_CANONICAL: (fact) => `The range ${fact("value")} must be written ${fact("canonical")}.`,
  CIDR_OTHER_FAMILY: (fact) => `The range ${fact("value")} is not one of ${fact("family")} addresses.`,
  DNS_PRIMARY_PROVIDER: () => "The primary DNS provider and its type cannot be removed or replaced.",
  CONTROL_PLANE_ZONES_COUNT: (fact) =>
    `The number of different zones of the control plane must be ${fact("expected")} for its tolerance of failures.`,
  CONTROL_PLANE_ZONE_REMOVED: () => "The control plane must keep the zones it has when more zones join.",
  HIBERNATED_HIGH_AVAILABILITY: () => "High availability can only be set while the cluster is awake.",
  DNS_DOMAIN_REQUIRED: () => "A primary DNS provider that is managed needs a domain.",
  DNS_PRIMARY_TWICE: () => "Only one DNS provider can be the primary one.",
  DNS_TYPE_REQUIRED: () => "A DNS provider with credentials needs a type.",
  DNS_CREDENTIALS_REQUIRED: () => "A DNS provider that is not the primary one needs credentials.",
  DNS_CREDENTIALS_TWICE: () => "Another DNS provider already has this type and these credentials.",
  DNS_UNMANAGED_CREDENTIALS: () => "A DNS provider that is not managed takes no credentials.",
  DNS_SECRET_DIFFERS: () => "secretName and credentialsRef must name the same Secret.",
  OPERATOR_TAKES_NO_VALUES: () => "The operators Exists and DoesNotExist take no values.",
  ADDONS_NEED_EVALUATION: () => "Add-ons are only for clusters whose purpose is evaluation.",
  EMAIL_MALFORMED: (fact) => `${fact("value")} is not an e-mail address.`,
  SELF_HOSTED_HAS_NO_SEED: () => "A self-hosted cluster cannot have a Seed.",
  SELF_HOSTED_NAMESPACE: () => "Self-hosted clusters must be in the namespace garden.",
  SELF_HOSTED_POOL: (fact) => `The pool of a self-hosted control plane needs ${fact("expected")} here.`,
  DNS_SECRET_BESIDE_OTHERS: () => "secretName cannot be set beside credentials that are not a Secret.",
  REFERENCE_NOT_FOUND: (fact) => `The garden has no ${fact("kind")} ${fact("name")}.`,
  OBJECT_NOT_FOUND: (fact) => `The cluster's project has no ${fact("kind")} ${fact("name")}.`,
  OBJECT_NOT_READABLE: (fact) =>
    `To refer to the ${fact("kind")} ${fact("name")} you must be able to read it, and you are not.`,
  PROFILE_OF_OTHER_ROOT: (fact) =>
    `The cluster cannot move from the profile ${fact("from")} to ${fact("to")}: they do not come from one CloudProfile.`,
  PROFILE_LACKS: (fact) =>
    `The profile ${fact("profile")} lacks the ${fact("kind")} ${fact("name")} that the pool ${fact("pool")} uses.`,
  EXTENSION_NOT_REGISTERED: (fact) => `This garden has no extension of the type ${fact("type")}.`,
  TOLERATION_NOT_ALLOWED: (fact) => `The project is not allowed to use the toleration ${fact("toleration")}.`,
  BINDING_OF_OTHER_SECRET: () => "A CredentialsBinding can replace a SecretBinding only if both name the same Secret.",
  CREDENTIALS_NOT_READABLE: (fact) =>
    `To change the account you must be able to read the ${fact("kind")} ${fact("name")}, and you are not.`,
  PROVIDER_DIFFERS: (fact) =>
    `The ${fact("kind")} is of the provider ${fact("other")}, the cluster of ${fact("type")}.`,
  QUOTA_EXCEEDED: (fact) =>
    `With all of its nodes the cluster alone takes more than the quota ${fact("quota")} has: ${fact("metrics")}.`,
  DNS_PRIMARY_OF_DEFAULT_DOMAIN: (fact) =>
    `The domain is below ${fact("domain")}, which the garden serves itself: no DNS provider can be the primary one.`,
  DNS_DEFAULT_DOMAIN_FORM: (fact) =>
    `Below a domain of the garden, this cluster's domain can only be ${fact("expected")}, and not ${fact("value")}.`,
  DNS_DOMAIN_TAKEN: (fact) => `The domain ${fact("value")} is that of ${otherCluster(fact)} already.`,
  DNS_DOMAIN_OVERLAPS: (fact) => `The domain ${fact("value")} is above or below that of ${otherCluster(fact)}.`,
  EXPIRATION_MALFORMED: (fact) => `${fact("value")} is not a time such as 2027-01-31T00:00:00Z.`,
  EXPIRATION_TOO_LATE: (fact) =>
    `The quota ${fact("quota")} lets a cluster live no more than ${fact("days")} days from now.`,
  ISSUER_STAYS_MANAGED: () => "A managed issuer cannot be switched back.",
  ISSUER_NOT_OFFERED: () => "This garden does not manage issuers for clusters.",
  ISSUER_BESIDE_MANAGED: () => "A cluster with a managed issuer cannot have its own.",
  SEED_SELECTOR_UNSET: () => "The Seed selector cannot be removed while the cluster has a Seed.",
  SEED_SELECTOR_MISSES: (fact) => `The selector does not fit the Seed ${fact("seed")} that the cluster is on.`,
  SEED_PROVIDER_NOT_SELECTED: (fact) => `The selector leaves out the provider of the Seed ${fact("seed")}.`,
  SEED_HAS_TOO_FEW_ZONES: (fact) =>
    `A control plane that outlives a zone needs 3 zones, and the Seed ${fact("seed")} has ${fact("zones")}.`,
  SEED_IN_DELETION: (fact) => `The Seed ${fact("seed")} is being deleted: its clusters cannot change.`,
  SHOOT_RESCHEDULED: () => "The cluster is about to move to another Seed, so its specification cannot change.",
  INTERNAL_VERSION: () => "The version __internal is Gardener's own: a version of the provider is needed.",
  KUBECONFIG_NOT_IN_RESOURCES: (fact) => `The Secret ${fact("value")} must be listed in spec.resources.`,
  SEED_BY_BINDING: (fact) =>
    `A change of the cluster cannot move it from the Seed ${fact("from")} to ${fact("to")}: that is done through shoots/binding.`,
  NETWORKS_OVERLAP: (fact) =>
    `The range ${fact("value")} overlaps with that of the ${fact("other")}, ${fact("range")}.`,
  REGION_NOT_OFFERED: (fact) => `The CloudProfile has no region ${fact("region")}.`,
  ACCESS_RESTRICTION_NOT_IN_SEED: (fact) =>
    `The Seed ${fact("seed")} does not support the access restriction ${fact("value")}.`,
  ZONE_PINNING_NOT_OFFERED: () => "The CloudProfile does not let a control plane be pinned to zones.",
  ZONE_NOT_IN_SEED: (fact) => `The Seed ${fact("seed")} has no zone ${fact("zone")}.`,
  LIVE_MIGRATION_DISABLED: () => "The operator of this garden has not allowed live migration of control planes.",
  LIVE_MIGRATION_NEEDS_HA: () => "Only a control plane that is highly available can be migrated live.",
  LIVE_MIGRATION_ASLEEP: () => "A cluster that sleeps or wakes up cannot be migrated live.",
  LIVE_MIGRATION_PROVIDERS: (fact) =>
    `A control plane is migrated live between Seeds of one provider, and these are of ${fact("from")} and ${fact("to")}.`,
  LIVE_MIGRATION_RELEASE_UNKNOWN: (fact) => `The Seed ${fact("seed")} does not say which release of Gardener it runs.`,
  LIVE_MIGRATION_RELEASES: (fact) =>
    `A control plane is migrated live between Seeds of one release, and these run ${fact("from")} and ${fact("to")}.`,
  LIVE_MIGRATION_UNMEASURED: (fact) =>
    `Nobody has measured how far the region ${fact("to")} is from ${fact("from")}, which a live migration needs.`,
  LIVE_MIGRATION_TOO_FAR: (fact) =>
    `From ${fact("from")} to ${fact("to")} it is ${fact("distance")}, and a control plane is migrated live no further than ${fact("threshold")}.`,
  NETWORK_RESERVED: (fact) =>
    `The range ${fact("value")} overlaps with ${fact("range")}, which Gardener keeps for itself.`,
  VALUE_REQUIRED: () => "This field must be set.",
  TOO_LONG: (fact) => `No more than ${fact("maximum")} characters are possible here.`,
  BELOW_MINIMUM: (fact) => `The value must be at least ${fact("minimum")}.`,
  ABOVE_MAXIMUM: (fact) => `The value must be at most ${fact("maximum")}.`,
  NOT_POSITIVE: () => "The value must be more than zero.",
  MUST_EQUAL: (fact) => `The value must be that of ${fact("other")}, which is ${fact("value")}.`,
  QUANTITY_MALFORMED: (fact) => `${fact("value")} is not a quantity such as 100m or 2Gi.`,
  QUANTITY_OR_PERCENT_MALFORMED: (fact) => `${fact("value")} is neither a quantity such as 200Mi nor a percentage.`,
  GATE_MUST_BE_ON: (fact) => `This needs the feature gate ${fact("gate")} to be on.`,
  FEATURE_GATE_UNKNOWN: (fact) => `Kubernetes has no feature gate ${fact("gate")} that Gardener knows.`,
  FEATURE_GATE_UNSUPPORTED: (fact) => `Kubernetes ${fact("version")} does not have the feature gate ${fact("gate")}.`,
  FEATURE_GATE_LOCKED: (fact) => `The feature gate ${fact("gate")} can only be ${fact("value")} in this version.`,
  ADMISSION_PLUGIN_UNKNOWN: (fact) => `Kubernetes has no admission plugin ${fact("name")} that Gardener knows.`,
  ADMISSION_PLUGIN_UNSUPPORTED: (fact) =>
    `Kubernetes ${fact("version")} does not have the admission plugin ${fact("name")}.`,
  ADMISSION_PLUGIN_HAS_NO_CONFIG: (fact) => `The admission plugin ${fact("name")} cannot be configured.`,
  ADMISSION_PLUGIN_REQUIRED: (fact) => `The admission plugin ${fact("name")} cannot be switched off.`,
  ADMISSION_PLUGIN_CALLS_NOBODY: (fact) => `The admission plugin ${fact("name")} takes no kubeconfig.`,
  POD_SECURITY_CONFIG_MALFORMED: () => "A PodSecurityConfiguration is needed here.",
  API_UNKNOWN: (fact) => `Kubernetes has no API ${fact("api")} that Gardener knows.`,
  API_UNSUPPORTED: (fact) => `Kubernetes ${fact("version")} does not have the API ${fact("api")}.`,
  API_NEEDED: (fact) => `The API ${fact("api")} cannot be switched off: the cluster needs it.`,
  IMAGE_PATTERN_MALFORMED: (fact) =>
    `${fact("value")} is neither an image without tag and digest nor a registry's path that ends with /*.`,
  ISSUER_MALFORMED: (fact) =>
    `${fact("value")} is not an issuer address: https and a host, without user, query or fragment.`,
  AUDIENCE_WITH_COMMA: (fact) => `The audience ${fact("value")} has a comma, which audiences cannot have.`,
  NODE_MASK_OF_ONE_FAMILY: () =>
    "With one address family there is one size of the nodes' ranges, in the field of that family.",
  NODE_MASK_TOO_SMALL: (fact) =>
    `Ranges of /${fact("mask")} have ${fact("addresses")} addresses, and a node may run ${fact("pods")} Pods.`,
  THRESHOLDS_CROSS: () => "The lower threshold must lie below the upper one.",
  SWAP_FAILS_KUBELET: () =>
    "Swap can only be configured where the kubelet does not fail with it: failSwapOn must be false.",
  PULLS_ARE_SERIAL: () => "With serial image pulls, no more than one image is pulled at a time.",
  ALLOWLIST_NEEDS_POLICY: () => "This list needs the policy NeverVerifyAllowlistedImages.",
  TAINT_RESERVED: () => "Gardener keeps this taint for itself.",
  RESOURCE_NOT_ENCRYPTABLE: (fact) => `${fact("value")} is not a resource that can be encrypted.`,
  ALWAYS_ENCRYPTED: (fact) => `The resource ${fact("value")} is always encrypted and cannot be listed.`,
  GCM_NEEDS_ROTATION: () => "AES-GCM needs automatic rotation of the encryption key.",
  ENCRYPTION_NOT_READY: () => "The provider of the encryption can change once the cluster was created.",
  ENCRYPTION_KEY_ROTATING: () => "The encryption cannot change while its key is being rotated.",
  ENCRYPTION_ROLLING_OUT: () => "The encryption cannot change while its last change is still rolled out.",
  ENCRYPTION_HIBERNATED: () => "The encryption cannot change while the cluster is hibernated.",
  ENCRYPTION_CHANGES_TWICE: () => "The encrypted resources and the provider cannot change together.",
  WINDOW_MALFORMED: () => "The window needs a start and an end such as 220000+0100.",
  WINDOW_TOO_SHORT: () => "The maintenance window must be at least 30 minutes long.",
  WINDOW_TOO_LONG: () => "The maintenance window must be at most 6 hours long.",
  ROTATION_PERIOD: (fact) =>
    `Every ${fact("value")} is not a rotation period: use 0, or between 30 minutes and 90 days.`,
  HIBERNATION_SELF_HOSTED: () =>
    "A cluster that hosts its own control plane cannot be hibernated, so this block must be missing.",
  HIBERNATION_ENCRYPTION_KEY: (fact) =>
    `The cluster cannot fall asleep while the rotation of its encryption key is in phase ${fact("phase")}.`,
  HIBERNATION_SERVICE_ACCOUNT_KEY: (fact) =>
    `The cluster cannot fall asleep while the rotation of its service account key is in phase ${fact("phase")}.`,
  HIBERNATION_ENCRYPTION: () => "The cluster cannot fall asleep while a change of its encryption is rolled out.",
  CRON_MALFORMED: (fact) => `${fact("value")} is not a cron expression such as 00 18 * * 1-5.`,
  TIME_ZONE_UNKNOWN: (fact) => `${fact("value")} is not a time zone.`,
  MAXIMUM_BELOW_MINIMUM: () => "The maximum of nodes cannot be below the minimum.",
  MAXIMUM_BELOW_ZONES: () =>
    "The maximum of nodes cannot be below the number of zones of the pool, which takes system components.",
  NO_POOL_FOR_SYSTEM_COMPONENTS: () => "At least one pool that can have nodes must take system components.",
  VOLUME_SIZE_MALFORMED: (fact) => `${fact("value")} is not a volume size such as 50Gi.`,
  DATA_VOLUME_UNKNOWN: (fact) => `The pool has no data volume ${fact("value")}.`,
  CERTIFICATE_MALFORMED: () => "A certificate in PEM form is needed here.",
  SELF_HOSTED_SWITCH: () => "A cluster cannot change between hosting its own control plane and having it hosted.",
  SECOND_CONTROL_PLANE_POOL: () => "Only one pool can carry the control plane.",
  CONTROL_PLANE_POOL_CHANGED: () => "The pool that carries the control plane must stay the same.",
} as const satisfies { readonly [Code in ChangeFaultCode]: (fact: FactsOf) => string };

/** Says why a change of a Shoot is refused. One full sentence; the field stands beside it. */
export function sentenceOfFault(fault: ChangeFault): string {
  return sentences[fault.code](factsOf(fault));
}
