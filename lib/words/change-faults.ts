import type { ChangeFault, ChangeFaultCode } from "#lib/policy/settings/fault.ts";
import { listed } from "./words.ts";

/** Reads the facts of a fault: a missing one is said as such, never as a word of the program. */
type FactsOf = (name: string) => string;

function factsOf({ facts = {} }: ChangeFault): FactsOf {
  return (name) => {
    const value = facts[name];
    if (value === undefined || value === "") return "(none)";
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
  K8S_VERSION_MALFORMED: (fact) => `${fact("version")} is no Kubernetes version.`,
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
  CANNOT_BE_UNSET: () => "This field cannot be taken away once it is set.",
  VALUE_UNKNOWN: (fact) => `${fact("value")} is not known here; possible are ${fact("offered")}.`,
  VALUE_DUPLICATE: (fact) => `${fact("value")} stands there twice.`,
  NAME_INVALID: (fact) => `${fact("value")} does not have the form that names have here.`,
  BINDING_REQUIRED: () => "A cluster with workers needs a CredentialsBinding.",
  BINDINGS_EXCLUDE_EACH_OTHER: () => "A SecretBinding and a CredentialsBinding exclude each other.",
  IP_FAMILIES_CHANGE: (fact) =>
    `The address families cannot change from ${fact("from")} to ${fact("to")}: only IPv6 can join IPv4, and leave it again.`,
  CIDR_MALFORMED: (fact) => `${fact("value")} is no range of addresses such as 10.0.0.0/16.`,
  CIDR_NOT_CANONICAL: (fact) => `The range ${fact("value")} must be written ${fact("canonical")}.`,
  CIDR_OTHER_FAMILY: (fact) => `The range ${fact("value")} is not one of ${fact("family")} addresses.`,
  DNS_PRIMARY_PROVIDER: () => "The primary DNS provider and its type cannot be taken away or exchanged.",
  CONTROL_PLANE_ZONES_COUNT: (fact) =>
    `The number of different zones of the control plane must be ${fact("expected")} for its tolerance of failures.`,
  CONTROL_PLANE_ZONE_REMOVED: () => "The control plane must keep the zones it has when more zones join.",
  HIBERNATED_HIGH_AVAILABILITY: () => "High availability can only be set while the cluster is awake.",
  DNS_DOMAIN_REQUIRED: () => "A primary DNS provider that is managed needs a domain.",
  DNS_PRIMARY_TWICE: () => "Only one DNS provider can be the primary one.",
  DNS_TYPE_REQUIRED: () => "A DNS provider with credentials needs a type.",
  DNS_CREDENTIALS_REQUIRED: () => "A DNS provider that is not the primary one needs credentials.",
  DNS_CREDENTIALS_TWICE: () => "Another DNS provider has this type and these credentials already.",
  DNS_UNMANAGED_CREDENTIALS: () => "A DNS provider that is not managed takes no credentials.",
  DNS_SECRET_DIFFERS: () => "secretName and credentialsRef must name the same Secret.",
  DNS_SECRET_BESIDE_OTHERS: () => "secretName cannot be set beside credentials that are no Secret.",
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
} as const satisfies { readonly [Code in ChangeFaultCode]: (fact: FactsOf) => string };

/** Says why a change of a Shoot is refused. One full sentence; the field stands beside it. */
export function sentenceOfFault(fault: ChangeFault): string {
  return sentences[fault.code](factsOf(fault));
}
