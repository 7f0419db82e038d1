import type { ClusterNode, NodeAct, NodeActResult, NodeEvent, NodesReading } from "#lib/contract/nodes.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import { updateOf } from "./node-update.ts";

/** What was asked of one Node from this page, and what has been seen of it since. */
export interface NodeTrack {
  readonly node: string;
  readonly act: NodeAct;
  readonly requestedAt: string;
  readonly outcome: NodeActResult["nodes"][number]["outcome"];
  readonly message?: string | undefined;
  /** When the annotation was first seen to be gone. */
  readonly processedAt?: string;
  readonly events: readonly NodeEvent[];
}

/** Events have whole seconds, and the clocks of garden and cluster differ a little. */
const toleranceMs = 2_000;
/** So long after the annotation has gone, events may still come. */
const lateEventsMs = 20_000;
/** Whatever has not been taken notice of by then is not looked at often any more. */
const giveUpMs = 10 * 60_000;

type Read = Extract<NodesReading, { state: "read" }>;

export function newTracks(act: NodeAct, { requestedAt, nodes }: NodeActResult): readonly NodeTrack[] {
  return nodes.map(({ name, outcome, message }) => ({ node: name, act, requestedAt, outcome, message, events: [] }));
}

/** The tracks after another reading; the same list when it tells nothing new. */
export function advanceTracks(tracks: readonly NodeTrack[], reading: Read): readonly NodeTrack[] {
  const next = tracks.map((track) => advanced(track, reading));
  return next.every((track, index) => track === tracks[index]) ? tracks : next;
}

function mayHaveArrived({ outcome }: NodeTrack): boolean {
  return outcome === "requested" || outcome === "unsure";
}

function advanced(track: NodeTrack, { readAt, nodes, events = [] }: Read): NodeTrack {
  if (track.act.kind !== "restart" || !mayHaveArrived(track) || !isAfter(readAt, track.requestedAt)) return track;
  const node = nodes.find(({ name }) => name === track.node);
  const processed = track.processedAt === undefined && node !== undefined && node.restart === undefined;
  const own = events.filter(({ node: name, at }) => name === track.node && isAfter(at, track.requestedAt, toleranceMs));
  if (!processed && own.length <= track.events.length) return track;
  return {
    ...track,
    ...(processed && { processedAt: readAt }),
    events: own.length > track.events.length ? own : track.events,
  };
}

function isAfter(at: string | undefined, since: string, leewayMs = 0): boolean {
  const [atMs, sinceMs] = [parseInstant(at), parseInstant(since)];
  return atMs !== undefined && sinceMs !== undefined && atMs > sinceMs - leewayMs;
}

/** Whether the next readings may still tell something of it. */
export function isFollowed(track: NodeTrack, nowMs: number): boolean {
  if (!mayHaveArrived(track) || nowMs - (parseInstant(track.requestedAt) ?? 0) > giveUpMs) return false;
  if (track.act.kind === "select") return true;
  return track.processedAt === undefined || nowMs - (parseInstant(track.processedAt) ?? 0) < lateEventsMs;
}

/** How it stands, in a sentence that claims no more than was seen. */
export function trackSentence(track: NodeTrack, node: ClusterNode | undefined): string {
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
  const standing = track.act.kind === "select" ? selectSentence(node) : restartSentence(track);
  return track.outcome === "unsure" ? `${text("No answer came; the request may have arrived.")} ${standing}` : standing;
}

function restartSentence({ processedAt }: NodeTrack): string {
  return processedAt === undefined
    ? text("Requested. gardener-node-agent has not picked it up yet.")
    : text("Annotation processed. Gardener does not report the outcome.");
}

function selectSentence(node: ClusterNode | undefined): string {
  if (node === undefined) return text("The node is not listed any more.");
  switch (updateOf(node, undefined).phase) {
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

/** The event by which a kubelet says that it has started, where one was seen. */
export function kubeletStarted({ events }: NodeTrack): NodeEvent | undefined {
  return events.find(({ reason, message }) => reason === "Starting" && message.startsWith("Starting kubelet"));
}
