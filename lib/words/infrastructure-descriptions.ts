import { type Message, message, text } from "#lib/language/text.ts";
import type { CleanupError } from "#lib/policy/deletion/cleanup-periods.ts";
import type { CleanupStepId } from "#lib/policy/deletion/cleanup-plan.ts";
import { type AddressKind, apiServerAddressKinds } from "#lib/policy/endpoints/advertised-addresses.ts";
import type { ControlPlanePort, TlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";
import type { NodeReadiness } from "#lib/policy/nodes/node-readiness.ts";
import type { SeedKubernetesSupport } from "#lib/policy/scheduling/check-seed-kubernetes-support.ts";
import type { SeedExclusion } from "#lib/policy/scheduling/seed-exclusion.ts";
import type { NetworkConflict } from "#lib/policy/scheduling/seed-networks.ts";
import { formatKeyValue } from "#lib/policy/scheduling/tolerations.ts";
import { formatList } from "./format-list.ts";

/** Consequence of a Seed's Kubernetes version; undefined if all known Gardener releases are compatible with it. */
export function describeSeedKubernetes(seed: SeedKubernetesSupport | undefined): string | undefined {
  switch (seed?.state) {
    case "too-old":
      return text("Its Gardener asks for Kubernetes 1.{minor} at least, and does not reconcile the Seed.", {
        minor: seed.minMinor,
      });
    case "ends":
      return text("From Gardener 1.{release} on, the Seed needs Kubernetes 1.{minor}.", {
        release: seed.fromRelease,
        minor: seed.minMinor,
      });
    default:
      return undefined;
  }
}

/** Texts by the reason why the scheduler excludes a Seed, in which the facts of the reason are inserted. */
const obstacles = {
  "seed-in-deletion": message("The Seed is being deleted."),
  "seed-not-visible": message("The Seed is hidden from the scheduler."),
  "seed-not-bootstrapped": message("The Seed has never been set up."),
  "seed-not-ready": message("The Seed is not ready: {conditions} is not fulfilled."),
  "profile-selector": message("The CloudProfile selects Seeds by labels that are missing here."),
  "shoot-selector": message("The cluster selects Seeds by labels that are missing here."),
  "fewer-than-three-zones": message(
    "The control plane is to survive the loss of a zone, for which the Seed needs three zones; it has {zones}.",
  ),
  "zones-missing": message("The control plane is pinned to zones that the Seed does not have: {zones}."),
  "zones-enforced": message("The Seed takes only clusters with nodes in its zones. This one has them in {zones}."),
  "zones-preferred": message("The scheduler prefers other Seeds, which have a zone of the nodes: {zones}."),
  "other-domain": message("The Seed does not serve the domain {domain}."),
  "emergency-stop": message("All reconciliations on the Seed are stopped in an emergency."),
  "other-region": message("The scheduler prefers Seeds that are nearer than {region}."),
  "other-provider": message("The cluster runs on {shoot}, and the Seed on {seed}."),
  "seed-full": message("The Seed holds as many clusters as it can, {capacity}."),
  "ranges-missing": message("Neither the cluster nor the Seed has a range for {ranges}."),
} as const satisfies { readonly [Reason in SeedExclusion["reason"]]?: Message };

/** Sentence that says why the scheduler would not place a cluster on a Seed. */
export function describeSeedExclusion(obstacle: SeedExclusion): string {
  switch (obstacle.reason) {
    case "access-restrictions":
      return obstacle.missing.length > 0
        ? text("The Seed does not support the access restrictions {names}.", { names: formatList(obstacle.missing) })
        : text("The cluster names more access restrictions than the Seed supports.");
    case "networks-overlap":
      return text("Networks of the cluster do not fit the Seed: {conflicts}.", {
        conflicts: formatList(obstacle.conflicts.map(labelOfConflict)),
      });
    case "taints-not-tolerated":
      return text("The cluster does not tolerate {taints}.", {
        taints: formatList(obstacle.taints.map(formatKeyValue)),
      });
    default:
      return text(
        obstacles[obstacle.reason],
        Object.fromEntries(
          Object.entries(obstacle).map(([name, fact]) => [name, typeof fact === "object" ? formatList(fact) : fact]),
        ),
      );
  }
}

function labelOfConflict(conflict: NetworkConflict): string {
  if ("missing" in conflict) return text("no range for {of} is in force", { of: conflict.of });
  return text("{value} overlaps {range}", { value: conflict.value, range: conflict.met.range });
}

const waitingFor = {
  UnscheduledNodeCriticalDaemonSets: message("The node takes no workload yet. Waiting for a Pod of {items}."),
  UnreadyNodeCriticalPods: message("The node takes no workload yet. Waiting for the Pods {items}."),
  UnreadyRequiredCSIDrivers: message("The node takes no workload yet. Waiting for the CSI drivers {items}."),
} as const satisfies Record<Extract<NodeReadiness, { action: "wait" }>["reason"], Message>;

/** Describes whether a node accepts workload, or what it waits for. */
export function describeNodeReadiness(readiness: NodeReadiness): string {
  switch (readiness.action) {
    case "nothing":
      return text("The node takes workload.");
    case "removeTaint":
      return text("All critical components are ready: the node takes workload in a moment.");
    case "wait":
      return text(waitingFor[readiness.reason], { items: formatList(readiness.items) });
  }
}

/** Labels for the phases of a node's in-place update. */
export const nodeUpdatePhaseLabels = {
  idle: message("No update"),
  candidate: message("Waiting to be selected"),
  selected: message("Selected"),
  drained: message("Drained"),
  updating: message("Updating"),
  successful: message("Updated"),
  failed: message("Failed: somebody has to look at the node"),
} as const satisfies Record<NodeUpdatePhase, Message>;

/** Labels of the clean-up steps of a cluster being deleted. */
export const cleanupStepLabels = {
  webhooks: message("Webhook configurations"),
  "extended-apis": message("API services and custom resource definitions"),
  "kubernetes-resources": message("Workload, services and volume claims"),
  "volume-snapshots": message("Volume snapshots"),
} as const satisfies Record<CleanupStepId, Message>;

/** Sentence that says why a clean-up step fails. */
export function describeCleanupError({ error, annotation }: CleanupError): string {
  switch (error) {
    case "NOT_AN_INTEGER":
      return text("The annotation {annotation} must be a whole number of seconds; the clean-up stops here.", {
        annotation,
      });
  }
}

const addressUses: Readonly<Record<AddressKind, Message>> = {
  external: message("for people and pipelines, under the cluster's own domain"),
  internal: message("for nodes, under the garden's own domain; it stays when the external domain changes"),
  "wildcard-tls-seed-bound": message(
    "with a certificate that browsers trust; it changes when the cluster moves to another Seed",
  ),
  unmanaged: message("the bare address: Gardener manages no domain for this cluster"),
  "service-account-issuer": message("Issuer of ServiceAccount tokens: who trusts them fetches the public keys here"),
  ingress: message("Something that runs beside the control plane and is published by an Ingress"),
  virtualservice: message("Something that runs beside the control plane and is published by a VirtualService"),
};

/** What an advertised address is for, without naming the API server if it is one of its addresses. */
export function describeAddressUse(name: string): string {
  const [kind = ""] = name.split("/");
  return text(isAddressKind(kind) ? addressUses[kind] : message("Not known to this version of Almanac"));
}

/** What serves at an advertised address, and for whom. */
export function describeAddress(name: string, application: string | undefined): string {
  if (application !== undefined) return text("{application}, which watches the control plane", { application });
  const use = describeAddressUse(name);
  return apiServerAddressKinds.has(name) ? text("API server, {use}", { use }) : use;
}

function isAddressKind(kind: string): kind is AddressKind {
  return Object.hasOwn(addressUses, kind);
}

/** Descriptions of the purpose of each control plane port. */
export const portLabels = {
  "api-server": message("API server, selected by the TLS server name"),
  "apiserver-proxy": message("API server, for Pods inside the cluster"),
  vpn: message("VPN between the control plane and the nodes"),
  "apiserver-proxy-and-vpn": message("API server for Pods inside the cluster, and VPN"),
  "legacy-vpn": message("VPN, for clusters not reconciled recently"),
} as const satisfies Record<ControlPlanePort["use"], Message>;

/** Descriptions of where TLS connections to the API server are terminated. */
export const tlsTerminationDescriptions = {
  never: message("TLS ends at the API server."),
  onlyIfGateEnabled: message("TLS ends at the API server, unless the operator has enabled IstioTLSTermination."),
  unlessGateDisabled: message("TLS may end at the gateway, unless the operator has disabled IstioTLSTermination."),
} as const satisfies Record<TlsTermination, Message>;
