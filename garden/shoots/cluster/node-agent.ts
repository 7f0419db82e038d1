import "server-only";
import { nodeRestart, restartUnitsAnnotation } from "#lib/policy/nodes/node-restart.ts";
import type { ShootCluster } from "./shoot-cluster.ts";

const agent = "gardener-node-agent.service";
const units: ReadonlySet<string> = new Set(
  [
    "chronyd",
    "containerd",
    "fluent-bit",
    "gardener-node-agent",
    "gardener-node-init",
    "kubelet",
    "nftables",
    "opentelemetry-collector",
    "ssh",
    "sshd",
    "systemd-journald",
    "systemd-logind",
    "systemd-networkd",
    "systemd-resolved",
    "systemd-timesyncd",
  ].map((name) => `${name}.service`),
);

/**
 * Restarts the systemd units in a Node's annotation, in order, and removes the annotation regardless of the result; the
 * agent itself is restarted last. Results are reported only as events.
 * @source Gardener: pkg/nodeagent/controller/node, pkg/nodeagent/dbus
 */
export function restartUnits(cluster: ShootCluster, node: string): void {
  const found = cluster.nodes().find((candidate) => candidate.node.metadata.name === node);
  const annotation = found?.node.metadata.annotations?.[restartUnitsAnnotation];
  if (annotation === undefined) return;
  const { units: named, agentLast } = nodeRestart(annotation);
  for (const unit of named) if (unit !== agent) restart(cluster, node, unit);
  const { annotations, ...mark } = cluster.markOf(node);
  const { [restartUnitsAnnotation]: _, ...others } = annotations ?? {};
  cluster.mark(node, { ...mark, ...(Object.keys(others).length === 0 ? {} : { annotations: others }) });
  if (agentLast) restart(cluster, node, agent);
}

function restart(cluster: ShootCluster, node: string, unit: string): void {
  const fails = !units.has(unit);
  const outcome = fails ? `unable to restart unit ${unit}: Unit ${unit} not found.` : "<nil>";
  cluster.record(node, {
    type: fails ? "Warning" : "Normal",
    reason: "SystemDUnitRestart",
    message: `processed restart of unit ${JSON.stringify(unit)} with error ${outcome}`,
    component: "gardener-node-agent",
  });
  if (unit !== "kubelet.service") return;
  cluster.record(node, { type: "Normal", reason: "Starting", message: "Starting kubelet.", component: "kubelet" });
}
