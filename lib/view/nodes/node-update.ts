import type { ClusterNode } from "#lib/contract/nodes.ts";
import { nodeUpdate } from "#lib/policy/nodes/in-place-node.ts";

/** How far the update in place of a Node is, and whether a person may select it now. */
export function updateOf({ updateLabels, updateReason }: ClusterNode, strategy: string | undefined) {
  return nodeUpdate({
    labels: updateLabels,
    ...(updateReason !== undefined && { condition: { reason: updateReason } }),
    ...(strategy !== undefined && { strategy }),
  });
}

const moving: ReadonlySet<string> = new Set(["selected", "drained", "updating", "successful"]);

/** Whether Gardener is at work on the Node, so that it should be looked at often. */
export function isMoving(node: ClusterNode): boolean {
  return node.restart !== undefined || moving.has(updateOf(node, undefined).phase);
}
