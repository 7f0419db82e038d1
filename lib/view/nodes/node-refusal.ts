import type { ClusterNode, NodeAct } from "#lib/contract/nodes.ts";
import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";
import { updateOf } from "./node-update.ts";

const notSelectable: { readonly [Phase in NodeUpdatePhase]: string } = {
  idle: "no update is pending",
  candidate: "its pool is not updated by hand",
  selected: "it is selected already",
  drained: "it is being updated",
  updating: "it is being updated",
  successful: "it has just been updated",
  failed: "its update failed, and somebody has to fix it on the node",
};

/** Why the act makes no sense for a Node; undefined when it does. */
export function nodeRefusal(act: NodeAct["kind"], node: ClusterNode, strategy: string | undefined): string | undefined {
  if (node.deleting) return `${node.name}: it is being deleted.`;
  if (act === "restart") {
    return node.restart === undefined
      ? undefined
      : `${node.name}: an earlier request (${node.restart}) has not been processed yet.`;
  }
  const { phase, userMaySelect } = updateOf(node, strategy);
  return userMaySelect ? undefined : `${node.name}: ${notSelectable[phase]}.`;
}
