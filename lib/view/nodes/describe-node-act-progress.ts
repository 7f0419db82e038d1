import type { ClusterNode, NodeEvent } from "#lib/contract/nodes.ts";
import { text } from "#lib/language/text.ts";
import type { NodeActProgress } from "./node-act-progress.ts";
import { nodeUpdateOf } from "./node-update.ts";

/** Describes the progress of a request for a Node, claiming no more than was observed. */
export function describeNodeActProgress(track: NodeActProgress, node: ClusterNode | undefined): string {
  switch (track.outcome) {
    case "conflict":
      return track.message ?? text("The node has changed since it was shown. Nothing was written.");
    case "refused":
      return track.message === undefined
        ? text("Refused: no reason was given")
        : text("Refused: {reason}", { reason: track.message });
    case "not-sent":
      return track.message === undefined
        ? text("Not sent: the node could not be read first")
        : text("Not sent: {reason}", { reason: track.message });
    default:
  }
  const standing = track.act.kind === "select" ? selectDescription(node) : restartDescription(track);
  return track.outcome === "unsure" ? `${text("No answer came; the request may have arrived.")} ${standing}` : standing;
}

function restartDescription({ processedAt }: NodeActProgress): string {
  return processedAt === undefined
    ? text("Requested. gardener-node-agent has not picked it up yet.")
    : text("Annotation processed. Gardener does not report the outcome.");
}

function selectDescription(node: ClusterNode | undefined): string {
  if (node === undefined) return text("The node is not listed any more.");
  switch (nodeUpdateOf(node, undefined).phase) {
    case "idle":
    case "successful":
      return text("No update is pending any more. It runs {image}, kubelet {kubelet}.", {
        image: node.image ?? text("an image that is not reported"),
        kubelet: node.kubelet ?? text("not reported"),
      });
    case "candidate":
      return text("Requested. The selection is not on the node yet.");
    case "selected":
      return text("Selected. It is drained next, after the nodes before it.");
    case "drained":
      return text("Drained. Its update begins.");
    case "updating":
      return text("Being updated.");
    default:
      return node.updateFailure === undefined
        ? text("The update has failed. Somebody has to fix it on the node.")
        : text("The update has failed: {reason}. Somebody has to fix it on the node.", { reason: node.updateFailure });
  }
}

/** Returns the event in which the kubelet reports its start, if observed. */
export function kubeletStartEventOf({ events }: NodeActProgress): NodeEvent | undefined {
  return events.find(({ reason, message }) => reason === "Starting" && message.startsWith("Starting kubelet"));
}
