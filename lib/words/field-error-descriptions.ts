import { type Message, message, type TextValues, text } from "#lib/language/text.ts";
import type { FieldError, FieldErrorCode } from "#lib/policy/spec-validation/field-error.ts";
import { formatList } from "./format-list.ts";

/** Names of all facts of field errors that the messages use as variables. */
const factNames = [
  ...[
    "addresses",
    "amounts",
    "api",
    "architecture",
    "canonical",
    "capacity",
    "cluster",
    "constraint",
    "controlPlane",
    "days",
  ],
  ...["distance", "domain", "expected", "family", "from", "gate", "image", "kind", "limit", "mask", "maximum"],
  ...["minimum", "name", "nodes", "offered", "other", "phase", "pods", "pool", "profile", "project"],
  ...["quota", "range", "reasons", "region", "reserved", "resource", "seed", "size", "threshold", "to", "toleration"],
  ...["type", "value", "version", "words", "zone", "zones"],
];

/** Message values for the facts of an error. Missing facts become "(none)", never a raw identifier. */
function factsOf({ facts = {} }: FieldError): TextValues {
  const words = factNames.map((name) => {
    const value = facts[name];
    if (value === undefined || value === "") return [name, text("(none)")] as const;
    return [name, typeof value === "string" ? factLabel(value, kindLabels) : formatList(value.map(reasonOf))] as const;
  });
  // The cluster name is missing when the user may not read the cluster that the error is about.
  return { ...Object.fromEntries(words), isNamed: String(Boolean(facts.cluster)) };
}

const reasonOf = (reason: string) => factLabel(reason, reasonLabels);

function factLabel(fact: string, words: ReadonlyMap<string, Message>): string {
  const known = words.get(fact);
  return known === undefined ? fact : text(known);
}

const kindLabels: ReadonlyMap<string, Message> = new Map([
  ["machine type", message("machine type")],
  ["machine image", message("machine image")],
  ["volume type", message("volume type")],
]);

const reasonLabels: ReadonlyMap<string, Message> = new Map([
  ["architecture", message("it is not for this architecture")],
  ["inactive", message("it is expired or not available")],
  ["inPlaceUnsupported", message("it cannot be installed in place")],
  ["inPlaceFromCurrent", message("it cannot be reached in place from the version in use")],
  ["unusable", message("it is marked as not usable")],
  ["zone", message("it is not available in every zone of the pool")],
]);

const sentences = {
  K8S_VERSION_UNSET: message("A Kubernetes version must be given."),
  K8S_VERSION_MALFORMED: message("{version} is not a Kubernetes version."),
  K8S_DOWNGRADE: message("Kubernetes cannot go back from {from} to {to}."),
  K8S_MINOR_SKIP: message("From {from} to {to} a minor version is skipped: go minor by minor."),
  K8S_NOT_SEMVER: message("The short version {version} cannot be read."),
  K8S_NO_DEFAULT: message("The CloudProfile has no supported version for {version}."),
  K8S_NOT_OFFERED: message("The CloudProfile does not offer Kubernetes {version}."),
  POOL_NEWER_THAN_CONTROL_PLANE: message(
    "The pool's version {pool} is above the control plane's {controlPlane}: raise the control plane first.",
  ),
  POOL_SKEW: message("The pool's version {pool} is too far behind the control plane's {controlPlane}."),
  FIELD_NOT_SUPPORTED: message("This field is no longer supported with Kubernetes {version}."),
  FIELD_TOO_EARLY: message("This field is not supported yet with Kubernetes {version}."),
  WORKERLESS_FIELD: message("A cluster without workers cannot have this field."),
  IMAGE_NOT_OFFERED: message("The CloudProfile does not offer version {version} of the image {image}."),
  IMAGE_INVALID: message("Version {version} of the image {image} cannot be used: {reasons}."),
  IMAGE_CAPABILITIES: message(
    "The image version {version} does not have the capabilities that machines of type {type} need.",
  ),
  IMAGE_KUBELET_CONSTRAINT: message(
    "The pool's image only runs kubelets {constraint}, and the pool would run {version}.",
  ),
  IMAGE_VERSION_UNSET: message("The image version of a pool that is updated in place cannot be removed."),
  IMAGE_DOWNGRADE_IN_PLACE: message("An in-place update cannot go back from {from} to {to}."),
  IMAGE_UNKNOWN: message("The CloudProfile has no machine image {image}."),
  IMAGE_NONE_IN_PROFILE: message("The CloudProfile has no machine image at all."),
  IMAGE_NO_ARCHITECTURE: message("The CloudProfile has no machine image for this architecture."),
  IMAGE_NOT_SEMVER: message("The short image version {version} cannot be read."),
  IMAGE_NO_DEFAULT: message("The CloudProfile has no version of the image for {version}."),
  UPDATE_STRATEGY_UNKNOWN: message("This update strategy is not known."),
  ROLLING_TO_IN_PLACE: message("A pool whose nodes are replaced cannot change to in-place updates: create a new pool."),
  IN_PLACE_TO_ROLLING: message("A pool that is updated in place cannot change to replacing nodes: create a new pool."),
  IN_PLACE_GATE_DISABLED: message("The operator of this garden has not allowed in-place updates for new pools."),
  IN_PLACE_IMMUTABLE: message("This field of a pool that is updated in place cannot change: create a new pool."),
  IN_PLACE_UPDATE_PENDING: message(
    "The in-place update of this pool is not finished, so the pool cannot change: wait, or force the update.",
  ),
  IN_PLACE_NODE_LOCAL_DNS: message("Node-local DNS cannot be switched while a pool is updated in place."),
  NOT_INT_OR_PERCENT: message("A whole number or a percentage is needed."),
  NEGATIVE: message("A negative value is not allowed."),
  OVER_100_PERCENT: message("No more than 100% of the nodes can be unavailable."),
  BOTH_ZERO: message("New and unavailable nodes cannot both be zero: no update could ever proceed."),
  MANUAL_MUST_BE_UNSET: message("With manual in-place updates this field must not be set, not even to zero."),
  SURGE_MUST_BE_ZERO: message("With manual in-place updates no additional nodes are possible."),
  FIELD_UNKNOWN: message("This Gardener release does not know the field."),
  IN_PLACE_ONLY: message("This setting is only for pools that are updated in place."),
  OVER_MAXIMUM: message("It cannot be more than the pool's maximum of nodes."),
  LEAVE_ONE_FOR_SYSTEM_COMPONENTS: message("One node of the pool must be left for system components."),
  NOT_A_DURATION: message("A duration such as 10m is needed."),
  SPEC_FROZEN: message("The cluster is being deleted, so its specification cannot change any more."),
  WORKERLESS_SWITCH: message("A cluster cannot change between having workers and having none."),
  POOL_NAME_DUPLICATE: message("Two pools have the same name."),
  ARCHITECTURE_UNKNOWN: message("The architecture {architecture} is not known."),
  MACHINE_TYPE_NOT_OFFERED: message("The CloudProfile does not offer the machine type {type}."),
  MACHINE_TYPE_INVALID: message("The machine type {type} cannot be used: {reasons}."),
  CRI_NOT_OFFERED: message("The image version does not offer the container runtime interface {name}."),
  CONTAINER_RUNTIME_NOT_OFFERED: message("The image version does not offer the container runtime {type}."),
  VOLUME_TYPE_NOT_OFFERED: message("The CloudProfile does not offer the volume type {type}."),
  VOLUME_TYPE_INVALID: message("The volume type {type} cannot be used: {reasons}."),
  VOLUME_TOO_SMALL: message("The volume of {size} is smaller than the minimum of {minimum}."),
  KUBELET_RESERVES_TOO_MUCH: message("The kubelet reserves {reserved} of {resource}, and the machine has {capacity}."),
  ZONE_NOT_OFFERED: message("The region has no zone {zone}."),
  MAX_NODES_EXCEEDED: message("The pools need at least {nodes} nodes, and the CloudProfile allows {limit}."),
  IMMUTABLE: message("This field cannot change any more."),
  CANNOT_BE_UNSET: message("This field cannot be removed once it is set."),
  VALUE_UNKNOWN: message("{value} is not known here; possible are {offered}."),
  VALUE_DUPLICATE: message("{value} is listed twice."),
  NAME_INVALID: message("{value} is not a valid name here."),
  NAME_DOUBLE_HYPHEN: message("The name {value} must not have two hyphens in a row."),
  NAME_TOO_LONG: message("A name in the project {project} has at most {maximum} characters."),
  NAME_TAKEN: message("The project has a cluster {value} already."),
  PROJECT_NAME_TOO_LONG: message("The name of a project has at most {maximum} characters."),
  PROJECT_NAME_TAKEN: message("There is a project {value} already."),
  PROJECT_TEXT_CHARACTERS: message("Use letters, digits, spaces and . , : - _ / or a backslash instead of {value}."),
  BINDING_REQUIRED: message("A cluster with workers needs a CredentialsBinding."),
  BINDINGS_EXCLUDE_EACH_OTHER: message("A SecretBinding and a CredentialsBinding exclude each other."),
  PROFILE_NAMED_TWICE: message("A new cluster names its CloudProfile once, in spec.cloudProfile."),
  IP_FAMILIES_CHANGE: message(
    "The address families cannot change from {from} to {to}: only IPv6 can join IPv4, and leave it again.",
  ),
  CIDR_MALFORMED: message("{value} is not an address range such as 10.0.0.0/16."),
  CIDR_NOT_CANONICAL: message("The range {value} must be written {canonical}."),
  CIDR_OTHER_FAMILY: message("The range {value} is not one of {family} addresses."),
  DNS_PRIMARY_PROVIDER: message("The primary DNS provider and its type cannot be removed or replaced."),
  CONTROL_PLANE_ZONES_COUNT: message(
    "The number of different zones of the control plane must be {expected} for its tolerance of failures.",
  ),
  CONTROL_PLANE_ZONE_REMOVED: message("The control plane must keep the zones it has when more zones join."),
  HIBERNATED_HIGH_AVAILABILITY: message("High availability can only be set while the cluster is awake."),
  DNS_DOMAIN_REQUIRED: message("A primary DNS provider that is managed needs a domain."),
  DNS_PRIMARY_TWICE: message("Only one DNS provider can be the primary one."),
  DNS_TYPE_REQUIRED: message("A DNS provider with credentials needs a type."),
  DNS_CREDENTIALS_REQUIRED: message("A DNS provider that is not the primary one needs credentials."),
  DNS_CREDENTIALS_TWICE: message("Another DNS provider already has this type and these credentials."),
  DNS_UNMANAGED_CREDENTIALS: message("A DNS provider that is not managed takes no credentials."),
  DNS_SECRET_DIFFERS: message("secretName and credentialsRef must name the same Secret."),
  OPERATOR_TAKES_NO_VALUES: message("The operators Exists and DoesNotExist take no values."),
  ADDONS_NEED_EVALUATION: message("Add-ons are only for clusters whose purpose is evaluation."),
  EMAIL_MALFORMED: message("{value} is not an e-mail address."),
  SELF_HOSTED_HAS_NO_SEED: message("A self-hosted cluster cannot have a Seed."),
  SELF_HOSTED_NAMESPACE: message("Self-hosted clusters must be in the namespace garden."),
  SELF_HOSTED_POOL: message("The pool of a self-hosted control plane needs {expected} here."),
  DNS_SECRET_BESIDE_OTHERS: message("secretName cannot be set beside credentials that are not a Secret."),
  REFERENCE_NOT_FOUND: message("The garden has no {kind} {name}."),
  OBJECT_NOT_FOUND: message("The cluster's project has no {kind} {name}."),
  OBJECT_NOT_READABLE: message("To refer to the {kind} {name} you must be able to read it, and you are not."),
  PROFILE_OF_OTHER_ROOT: message(
    "The cluster cannot move from the profile {from} to {to}: they do not come from one CloudProfile.",
  ),
  PROFILE_LACKS: message("The profile {profile} lacks the {kind} {name} that the pool {pool} uses."),
  EXTENSION_NEEDS_WORKERS: message("The extension {type} does not support clusters without workers."),
  EXTENSION_NOT_REGISTERED: message("This garden has no extension of the type {type}."),
  TOLERATION_NOT_ALLOWED: message("The project is not allowed to use the toleration {toleration}."),
  BINDING_OF_OTHER_SECRET: message(
    "A CredentialsBinding can replace a SecretBinding only if both name the same Secret.",
  ),
  CREDENTIALS_NOT_READABLE: message(
    "To change the account you must be able to read the {kind} {name}, and you are not.",
  ),
  PROVIDER_DIFFERS: message("The {kind} is of the provider {other}, the cluster of {type}."),
  QUOTA_SCOPE_TAKEN: message(
    "An account can name one quota of a project and one of accounts: the quota {name} is a second one.",
  ),
  QUOTA_EXCEEDED: message("With all nodes of its clusters the quota {quota} is exceeded: {amounts}."),
  QUOTA_WITHOUT_MACHINE_TYPE: message(
    "Gardener cannot count the quota {quota}: the machine type {type} of the pool {pool} is not in its cloud profile.",
  ),
  QUOTA_WITHOUT_VOLUME_TYPE: message(
    "Gardener cannot count the quota {quota}: the cloud profile has no type for the volumes of the pool {pool}.",
  ),
  DNS_PRIMARY_OF_DEFAULT_DOMAIN: message(
    "The domain is below {domain}, which the garden serves itself: no DNS provider can be the primary one.",
  ),
  DNS_DEFAULT_DOMAIN_FORM: message(
    "Below a domain of the garden, this cluster's domain can only be {expected}, and not {value}.",
  ),
  DNS_DOMAIN_TAKEN: message(
    "The domain {value} is that of {isNamed, select, true {the cluster {cluster}} other {another cluster}} already.",
  ),
  DNS_DOMAIN_OVERLAPS: message(
    "The domain {value} is above or below that of {isNamed, select, true {the cluster {cluster}} other {another cluster}}.",
  ),
  EXPIRATION_MALFORMED: message("{value} is not a time such as 2027-01-31T00:00:00Z."),
  EXPIRATION_TOO_LATE: message("The quota {quota} lets a cluster live no more than {days} days from now."),
  ISSUER_STAYS_MANAGED: message("A managed issuer cannot be switched back."),
  ISSUER_NOT_OFFERED: message("This garden does not manage issuers for clusters."),
  ISSUER_BESIDE_MANAGED: message("A cluster with a managed issuer cannot have its own."),
  SEED_SELECTOR_UNSET: message("The Seed selector cannot be removed while the cluster has a Seed."),
  SEED_SELECTOR_MISSES: message("The selector does not fit the Seed {seed} that the cluster is on."),
  SEED_PROVIDER_NOT_SELECTED: message("The selector leaves out the provider of the Seed {seed}."),
  SEED_HAS_TOO_FEW_ZONES: message(
    "A control plane that outlives a zone needs 3 zones, and the Seed {seed} has {zones}.",
  ),
  SEED_IN_DELETION: message("The Seed {seed} is being deleted: its clusters cannot change."),
  SHOOT_RESCHEDULED: message("The cluster is about to move to another Seed, so its specification cannot change."),
  INTERNAL_VERSION: message("The version __internal is Gardener's own: a version of the provider is needed."),
  KUBECONFIG_NOT_IN_RESOURCES: message("The Secret {value} must be listed in spec.resources."),
  SEED_BY_BINDING: message(
    "A change of the cluster cannot move it from the Seed {from} to {to}: that is done through shoots/binding.",
  ),
  NETWORKS_OVERLAP: message("The range {value} overlaps with that of the {other}, {range}."),
  REGION_NOT_OFFERED: message("The CloudProfile has no region {region}."),
  ACCESS_RESTRICTION_NOT_IN_SEED: message("The Seed {seed} does not support the access restriction {value}."),
  ZONE_PINNING_NOT_OFFERED: message("The CloudProfile does not let a control plane be pinned to zones."),
  ZONE_NOT_IN_SEED: message("The Seed {seed} has no zone {zone}."),
  LIVE_MIGRATION_DISABLED: message("The operator of this garden has not allowed live migration of control planes."),
  LIVE_MIGRATION_NEEDS_HA: message("Only a control plane that is highly available can be migrated live."),
  LIVE_MIGRATION_ASLEEP: message("A cluster that sleeps or wakes up cannot be migrated live."),
  LIVE_MIGRATION_PROVIDERS: message(
    "A control plane is migrated live between Seeds of one provider, and these are of {from} and {to}.",
  ),
  LIVE_MIGRATION_RELEASE_UNKNOWN: message("The Seed {seed} does not say which release of Gardener it runs."),
  LIVE_MIGRATION_RELEASES: message(
    "A control plane is migrated live between Seeds of one release, and these run {from} and {to}.",
  ),
  LIVE_MIGRATION_UNMEASURED: message(
    "Nobody has measured how far the region {to} is from {from}, which a live migration needs.",
  ),
  LIVE_MIGRATION_TOO_FAR: message(
    "From {from} to {to} it is {distance}, and a control plane is migrated live no further than {threshold}.",
  ),
  PROVIDER_RULE: message("The provider's extension says “{words}”."),
  PROVIDER_RANGE_OUTSIDE: message("The range {value} is not within {range}, which is {other}."),
  PROVIDER_RANGES_OVERLAP: message("The range {value} overlaps with {range}, which is {other}."),
  PROVIDER_BLOCK_UNREADABLE: message("The provider's extension cannot read this block: {name} is not what it expects."),
  NETWORK_RESERVED: message("The range {value} overlaps with {range}, which Gardener keeps for itself."),
  VALUE_REQUIRED: message("This field must be set."),
  TOO_LONG: message("No more than {maximum} characters are possible here."),
  BELOW_MINIMUM: message("The value must be at least {minimum}."),
  ABOVE_MAXIMUM: message("The value must be at most {maximum}."),
  NOT_POSITIVE: message("The value must be more than zero."),
  MUST_EQUAL: message("The value must be that of {other}, which is {value}."),
  QUANTITY_MALFORMED: message("{value} is not a quantity such as 100m or 2Gi."),
  QUANTITY_OR_PERCENT_MALFORMED: message("{value} is neither a quantity such as 200Mi nor a percentage."),
  GATE_MUST_BE_ON: message("This needs the feature gate {gate} to be on."),
  FEATURE_GATE_UNKNOWN: message("Kubernetes has no feature gate {gate} that Gardener knows."),
  FEATURE_GATE_UNSUPPORTED: message("Kubernetes {version} does not have the feature gate {gate}."),
  FEATURE_GATE_LOCKED: message("The feature gate {gate} can only be {value} in this version."),
  ADMISSION_PLUGIN_UNKNOWN: message("Kubernetes has no admission plugin {name} that Gardener knows."),
  ADMISSION_PLUGIN_UNSUPPORTED: message("Kubernetes {version} does not have the admission plugin {name}."),
  ADMISSION_PLUGIN_HAS_NO_CONFIG: message("The admission plugin {name} cannot be configured."),
  ADMISSION_PLUGIN_REQUIRED: message("The admission plugin {name} cannot be switched off."),
  ADMISSION_PLUGIN_CALLS_NOBODY: message("The admission plugin {name} takes no kubeconfig."),
  POD_SECURITY_CONFIG_MALFORMED: message("A PodSecurityConfiguration is needed here."),
  API_UNKNOWN: message("Kubernetes has no API {api} that Gardener knows."),
  API_UNSUPPORTED: message("Kubernetes {version} does not have the API {api}."),
  API_NEEDED: message("The API {api} cannot be switched off: the cluster needs it."),
  IMAGE_PATTERN_MALFORMED: message(
    "{value} is neither an image without tag and digest nor a registry's path that ends with /*.",
  ),
  ISSUER_MALFORMED: message("{value} is not an issuer address: https and a host, without user, query or fragment."),
  AUDIENCE_WITH_COMMA: message("The audience {value} has a comma, which audiences cannot have."),
  NODE_MASK_OF_ONE_FAMILY: message(
    "With one address family there is one size of the nodes' ranges, in the field of that family.",
  ),
  NODE_MASK_TOO_SMALL: message("Ranges of /{mask} have {addresses} addresses, and a node may run {pods} Pods."),
  THRESHOLDS_CROSS: message("The lower threshold must lie below the upper one."),
  SWAP_FAILS_KUBELET: message(
    "Swap can only be configured where the kubelet does not fail with it: failSwapOn must be false.",
  ),
  PULLS_ARE_SERIAL: message("With serial image pulls, no more than one image is pulled at a time."),
  ALLOWLIST_NEEDS_POLICY: message("This list needs the policy NeverVerifyAllowlistedImages."),
  TAINT_RESERVED: message("Gardener keeps this taint for itself."),
  RESOURCE_NOT_ENCRYPTABLE: message("{value} is not a resource that can be encrypted."),
  ALWAYS_ENCRYPTED: message("The resource {value} is always encrypted and cannot be listed."),
  GCM_NEEDS_ROTATION: message("AES-GCM needs automatic rotation of the encryption key."),
  ENCRYPTION_NOT_READY: message("The provider of the encryption can change once the cluster was created."),
  ENCRYPTION_KEY_ROTATING: message("The encryption cannot change while its key is being rotated."),
  ENCRYPTION_ROLLING_OUT: message("The encryption cannot change while its last change is still rolled out."),
  ENCRYPTION_HIBERNATED: message("The encryption cannot change while the cluster is hibernated."),
  ENCRYPTION_CHANGES_TWICE: message("The encrypted resources and the provider cannot change together."),
  WINDOW_MALFORMED: message("The window needs a start and an end such as 220000+0100."),
  WINDOW_TOO_SHORT: message("The maintenance window must be at least 30 minutes long."),
  WINDOW_TOO_LONG: message("The maintenance window must be at most 6 hours long."),
  ROTATION_PERIOD: message("Every {value} is not a rotation period: use 0, or between 30 minutes and 90 days."),
  HIBERNATION_SELF_HOSTED: message(
    "A cluster that hosts its own control plane cannot be hibernated, so this block must be missing.",
  ),
  HIBERNATION_ENCRYPTION_KEY: message(
    "The cluster cannot fall asleep while the rotation of its encryption key is in phase {phase}.",
  ),
  HIBERNATION_SERVICE_ACCOUNT_KEY: message(
    "The cluster cannot fall asleep while the rotation of its service account key is in phase {phase}.",
  ),
  HIBERNATION_ENCRYPTION: message("The cluster cannot fall asleep while a change of its encryption is rolled out."),
  CRON_MALFORMED: message("{value} is not a cron expression such as 00 18 * * 1-5."),
  TIME_ZONE_UNKNOWN: message("{value} is not a time zone."),
  MAXIMUM_BELOW_MINIMUM: message("The maximum of nodes cannot be below the minimum."),
  MAXIMUM_BELOW_ZONES: message(
    "The maximum of nodes cannot be below the number of zones of the pool, which takes system components.",
  ),
  NO_POOL_FOR_SYSTEM_COMPONENTS: message("At least one pool that can have nodes must take system components."),
  VOLUME_SIZE_MALFORMED: message("{value} is not a volume size such as 50Gi."),
  DATA_VOLUME_UNKNOWN: message("The pool has no data volume {value}."),
  CERTIFICATE_MALFORMED: message("A certificate in PEM form is needed here."),
  SELF_HOSTED_SWITCH: message("A cluster cannot change between hosting its own control plane and having it hosted."),
  SECOND_CONTROL_PLANE_POOL: message("Only one pool can carry the control plane."),
  CONTROL_PLANE_POOL_CHANGED: message("The pool that carries the control plane must stay the same."),
  ACCOUNT_KEY_LENGTH: message("Exactly {expected} characters are needed here, and these are {size}."),
  ACCOUNT_KEY_TOO_SHORT: message("At least {minimum} characters are needed here, and these are {size}."),
  ACCOUNT_KEY_CHARACTERS: message("Only these characters are possible here: {words}."),
  ACCOUNT_KEY_FORM: message("A value such as {words} is needed here."),
  ACCOUNT_KEY_UNEXPECTED: message("The provider accepts no key {name}."),
  ACCOUNT_KEY_TWICE: message("The key is there in two spellings: {name} and {other}."),
  ACCOUNT_KEYS_EXCLUDE_EACH_OTHER: message("{name} and {other} exclude each other."),
  ACCOUNT_KEY_LINE_BREAK: message("The value cannot begin or end with a line break."),
  ACCOUNT_KEY_FIXED: message("This key cannot change: create another account for another value."),
  ACCOUNT_KEY_CHOICE: message("Possible here are {offered}."),
  ACCOUNT_GUID_MALFORMED: message("A GUID is needed here, such as 00000000-0000-0000-0000-000000000000."),
  ACCOUNT_URL_MALFORMED: message("An address that begins with https:// or http:// is needed here."),
  ACCOUNT_URL_NOT_HTTPS: message("An address that begins with https:// is needed here."),
  ACCOUNT_JSON_MALFORMED: message("A JSON object is needed here."),
  ACCOUNT_MEMBER_MISSING: message("The JSON lacks {name}."),
  ACCOUNT_MEMBER_INVALID: message("{name} in the JSON is not valid."),
  ACCOUNT_MEMBER_UNEXPECTED: message("The provider accepts no {name} in the JSON."),
  ACCOUNT_NAME_TAKEN: message("There is an account of this name already."),
  IDENTITY_ROLE_MALFORMED: message("A role such as arn:aws:iam::123456789012:role/gardener is needed here."),
  IDENTITY_PROJECT_MALFORMED: message(
    "A project ID has 6 to 30 lower-case letters, digits and hyphens, and begins with a letter.",
  ),
  IDENTITY_NUMBER_MALFORMED: message("The number of the project is needed here, such as 123456789012."),
  IDENTITY_POOL_MALFORMED: message("4 to 32 lower-case letters, digits and hyphens are needed here."),
  IDENTITY_EMAIL_MALFORMED: message(
    "The address of a service account is needed here, and it ends with .iam.gserviceaccount.com.",
  ),
  IDENTITY_NAME_TOO_LONG: message("With this name the subject has {size} characters, and {maximum} are possible."),
} as const satisfies { readonly [Code in FieldErrorCode]: Message };

/** Describes why a change of a Shoot is refused. The field is shown beside the description. */
export function describeFieldError(fault: FieldError): string {
  return text(sentences[fault.code], factsOf(fault));
}
