import { networkRangesOf } from "#lib/garden/network-ranges.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { type ClusterFact, factOfValues, oneValue } from "./cluster-fact.ts";

const networks: readonly (readonly [key: "pods" | "services" | "nodes", name: Message])[] = [
  ["pods", message("Pod ranges")],
  ["services", message("Service ranges")],
  ["nodes", message("Node ranges")],
];

/** Facts about the networks of a cluster: ranges in use, and the addresses that a firewall sees. */
export function networkFacts(shoot: Shoot): readonly ClusterFact[] {
  const isWorkerless = listAt(shoot, "spec", "provider", "workers").length === 0;
  const ranges = networks.flatMap(([key, name]): readonly ClusterFact[] => {
    const values = networkRangesOf(shoot, key).flatMap((range) => oneValue(range));
    if (isWorkerless && values.length === 0) return [];
    return [factOfValues({ key, name: text(name), values, missing: text("not reported") })];
  });
  return [...ranges, egressFact(shoot, isWorkerless)];
}

function egressFact({ status }: Shoot, isWorkerless: boolean): ClusterFact {
  const values = listAt(status, "networking", "egressCIDRs").flatMap((range) => oneValue(range));
  return factOfValues({
    key: "egress",
    name: text("Egress addresses"),
    values,
    missing: egressMissing(status, isWorkerless),
    ...(values.length > 0 && { explanation: text("Source of connections to the outside") }),
  });
}

/**
 * Why no egress addresses are reported.
 * @source Gardener: pkg/apis/core/v1beta1/types_shoot.go, NetworkingStatus
 */
function egressMissing(status: Shoot["status"], isWorkerless: boolean): string {
  if (isWorkerless) return text("none: no workers");
  return isRecord(fieldAt(status, "networking"))
    ? text("none reported: they can change, so firewall rules cannot name them")
    : text("not reported yet");
}
