import type { CleanupFault } from "#lib/policy/deletion/cleanup-periods.ts";
import type { CleanupStepId } from "#lib/policy/deletion/cleanup-plan.ts";
import type { ControlPlanePort, TlsTermination } from "#lib/policy/endpoints/control-plane-ports.ts";
import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";
import type { NodeReadiness } from "#lib/policy/nodes/node-readiness.ts";
import type { SeedObstacle } from "#lib/policy/scheduling/seed-usability.ts";
import { keyValueText } from "#lib/policy/scheduling/tolerations.ts";
import { listed } from "./words.ts";

/** Says why the scheduler would not place a cluster on a Seed. */
export function sentenceOfObstacle(obstacle: SeedObstacle): string {
  switch (obstacle.reason) {
    case "seed-in-deletion":
      return "The Seed is being deleted.";
    case "seed-not-visible":
      return "The Seed is hidden from the scheduler.";
    case "seed-not-bootstrapped":
      return "The Seed has never been set up.";
    case "seed-not-ready":
      return `The Seed is not ready: ${listed(obstacle.conditions)} is not fulfilled.`;
    case "other-provider":
      return `The cluster runs on ${obstacle.shoot}, and the Seed on ${obstacle.seed}.`;
    case "taints-not-tolerated":
      return `The cluster does not tolerate ${listed(obstacle.taints.map(keyValueText))}.`;
    case "seed-full":
      return `The Seed holds as many clusters as it can, ${obstacle.capacity}.`;
  }
}

const waitingFor = {
  UnscheduledNodeCriticalDaemonSets: "a Pod of",
  UnreadyNodeCriticalPods: "the Pods",
  UnreadyRequiredCSIDrivers: "the CSI drivers",
} as const satisfies Record<Extract<NodeReadiness, { action: "wait" }>["reason"], string>;

/** Says whether a node takes workload, and what it waits for. */
export function sentenceOfReadiness(readiness: NodeReadiness): string {
  switch (readiness.action) {
    case "nothing":
      return "The node takes workload.";
    case "removeTaint":
      return "All critical components are ready: the node takes workload in a moment.";
    case "wait":
      return `The node takes no workload yet. Waiting for ${waitingFor[readiness.reason]} ${listed(readiness.items)}.`;
  }
}

/** How far the in-place update of a node is. */
export const nodePhaseLabels = {
  idle: "No update",
  candidate: "Waiting to be selected",
  selected: "Selected",
  drained: "Drained",
  updating: "Updating",
  successful: "Updated",
  failed: "Failed: somebody has to look at the node",
} as const satisfies Record<NodeUpdatePhase, string>;

/** The steps in which a cluster in deletion is cleaned up. */
export const cleanupStepLabels = {
  webhooks: "Webhook configurations",
  "extended-apis": "API services and custom resource definitions",
  "kubernetes-resources": "Workload, services and volume claims",
  "volume-snapshots": "Volume snapshots",
} as const satisfies Record<CleanupStepId, string>;

/** Says why a step of the clean-up fails. */
export function sentenceOfCleanupFault({ error, annotation }: CleanupFault): string {
  switch (error) {
    case "NOT_AN_INTEGER":
      return `The annotation ${annotation} must be a whole number of seconds; the clean-up stops here.`;
  }
}

/** What a port of the control plane is for. */
export const portLabels = {
  "api-server": "API server, selected by the TLS server name",
  "apiserver-proxy": "API server, for Pods inside the cluster",
  vpn: "VPN between the control plane and the nodes",
  "apiserver-proxy-and-vpn": "API server for Pods inside the cluster, and VPN",
  "legacy-vpn": "VPN, for clusters not reconciled recently",
} as const satisfies Record<ControlPlanePort["use"], string>;

/** Where connections to the API server are decrypted. */
export const tlsSentences = {
  never: "TLS ends at the API server.",
  onlyIfGateEnabled: "TLS ends at the API server, unless the operator has enabled IstioTLSTermination.",
  unlessGateDisabled: "TLS may end at the gateway, unless the operator has disabled IstioTLSTermination.",
} as const satisfies Record<TlsTermination, string>;
