import type { ClusterNode, NodeAct } from "#lib/contract/nodes.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import type { NodeUpdatePhase } from "#lib/policy/nodes/in-place-node.ts";
import { nodeUpdateOf } from "./node-update.ts";

const notSelectable: { readonly [Phase in NodeUpdatePhase]: Message } = {
  idle: message("{name}: no update is pending."),
  candidate: message("{name}: its pool is not updated by hand."),
  selected: message("{name}: it is selected already."),
  drained: message("{name}: it is being updated."),
  updating: message("{name}: it is being updated."),
  successful: message("{name}: it has just been updated."),
  failed: message("{name}: its update failed, and somebody has to fix it on the node."),
};

/** Returns why an action makes no sense for a Node; undefined if it does. */
export function findNodeActBlocker(
  act: NodeAct["kind"],
  node: ClusterNode,
  strategy: string | undefined,
): string | undefined {
  if (node.deleting) return text("{name}: it is being deleted.", { name: node.name });
  if (act === "restart") {
    return node.restart === undefined
      ? undefined
      : text("{name}: an earlier request ({restart}) has not been processed yet.", {
          name: node.name,
          restart: node.restart,
        });
  }
  const { phase, userMaySelect } = nodeUpdateOf(node, strategy);
  return userMaySelect ? undefined : text(notSelectable[phase], { name: node.name });
}
