import type { ClusterNode } from "#lib/contract/nodes.ts";
import { nodeUpdate } from "#lib/policy/nodes/in-place-node.ts";

/** Progress of a Node's in-place update, and whether the user may select the Node now. */
export function updateOf({ updateLabels, updateReason }: ClusterNode, strategy: string | undefined) {
  return nodeUpdate({
    labels: updateLabels,
    ...(updateReason !== undefined && { condition: { reason: updateReason } }),
    ...(strategy !== undefined && { strategy }),
  });
}

const moving: ReadonlySet<string> = new Set(["selected", "drained", "updating", "successful"]);

/** Whether Gardener is working on the Node, so that it should be polled often. */
export function isMoving(node: ClusterNode): boolean {
  return node.restart !== undefined || moving.has(updateOf(node, undefined).phase);
}
