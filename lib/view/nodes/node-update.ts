import type { ClusterNode } from "#lib/contract/nodes.ts";
import { readInPlaceNodeUpdate } from "#lib/policy/nodes/in-place-node.ts";

/** Progress of a Node's in-place update, and whether the user may select the Node now. */
export function nodeUpdateOf({ updateLabels, updateReason }: ClusterNode, strategy: string | undefined) {
  return readInPlaceNodeUpdate({
    labels: updateLabels,
    ...(updateReason !== undefined && { condition: { reason: updateReason } }),
    ...(strategy !== undefined && { strategy }),
  });
}

const moving: ReadonlySet<string> = new Set(["selected", "drained", "updating", "successful"]);

/** Returns whether Gardener is updating the Node, so that it should be polled frequently. */
export function isNodeUpdating(node: ClusterNode): boolean {
  return node.restart !== undefined || moving.has(nodeUpdateOf(node, undefined).phase);
}
