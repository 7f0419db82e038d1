import type { NodeAct, NodeActResult, NodeEvent, NodesResponse } from "#lib/contract/nodes.ts";
import { parseInstant } from "#lib/kube/instant.ts";

/** Request for one Node that was sent from this page, with what has been observed since. */
export interface NodeActProgress {
  readonly node: string;
  readonly act: NodeAct;
  readonly requestedAt: string;
  readonly outcome: NodeActResult["nodes"][number]["outcome"];
  readonly message?: string | undefined;
  /** Time at which the operation annotation was first seen to be removed, i.e. the request was processed. */
  readonly processedAt?: string;
  readonly events: readonly NodeEvent[];
}

/** Time tolerance: events have a resolution of seconds, and clocks of garden and cluster may differ slightly. */
const toleranceMs = 2_000;
/** Time after the removal of the annotation in which events may still arrive. */
const eventDelayMs = 20_000;
/** Time after which an unprocessed request is no longer polled frequently. */
const giveUpMs = 10 * 60_000;

type Read = Extract<NodesResponse, { state: "read" }>;

export function startNodeActProgress(act: NodeAct, { requestedAt, nodes }: NodeActResult): readonly NodeActProgress[] {
  return nodes.map(({ name, outcome, message }) => ({ node: name, act, requestedAt, outcome, message, events: [] }));
}

/** Returns the requests updated with newly read Nodes; returns the same list if nothing changed. */
export function advanceNodeActProgress(tracks: readonly NodeActProgress[], reading: Read): readonly NodeActProgress[] {
  const next = tracks.map((track) => advanced(track, reading));
  return next.every((track, index) => track === tracks[index]) ? tracks : next;
}

function mayHaveArrived({ outcome }: NodeActProgress): boolean {
  return outcome === "requested" || outcome === "unsure";
}

function advanced(track: NodeActProgress, { readAt, nodes, events = [] }: Read): NodeActProgress {
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

/** Returns whether reading the Nodes again may show progress of a request. */
export function isNodeActStillFollowed(track: NodeActProgress, nowMs: number): boolean {
  if (!mayHaveArrived(track) || nowMs - (parseInstant(track.requestedAt) ?? 0) > giveUpMs) return false;
  if (track.act.kind === "select") return true;
  return track.processedAt === undefined || nowMs - (parseInstant(track.processedAt) ?? 0) < eventDelayMs;
}
