import { dayMs } from "#lib/kube/time-units.ts";
import type { Hop, Lane } from "#lib/policy/forecast/lane.ts";
import { compareVersions } from "#lib/policy/versions/compare.ts";
import { parseVersion } from "#lib/policy/versions/parse.ts";

/** How a riser is drawn: the kind of step, and whether all that it rests on has a date. */
export type RiserLook = "auto-patch" | "auto-image" | "forced";

/** A level part of the ladder: the lane stays on a version. Instants in epoch milliseconds, levels count from the bottom. */
export interface Tread {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly level: number;
  /** It depends on the moment of a run, on a version to come, or on what somebody does. */
  readonly conditional: boolean;
}

/** A step: a band as wide as its uncertainty. */
export interface Riser {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly fromLevel: number;
  readonly toLevel: number;
  readonly look: RiserLook;
  readonly conditional: boolean;
}

/** From here on the lane would have to move and cannot. */
export interface Stop {
  readonly fromAt: number;
  readonly byAt: number;
  readonly untilAt: number;
  readonly level: number;
}

/** One lane as it is drawn. */
export interface LadderLane {
  /** The versions from the bottom up; a level is a place in this list. */
  readonly versions: readonly string[];
  readonly treads: readonly Tread[];
  readonly risers: readonly Riser[];
  readonly stops: readonly Stop[];
}

/** What the ladder spans: epoch milliseconds. */
export interface LadderSpan {
  /** A little before now, so that a step of tonight does not stand on the axis. */
  readonly fromAt: number;
  readonly nowAt: number;
  readonly untilAt: number;
}

function byVersion(a: string, b: string): number {
  const [first, second] = [parseVersion(a), parseVersion(b)];
  if (first.ok && second.ok) return compareVersions(first.value, second.value);
  // What is no version stands below all that are, in the order in which it comes.
  return Number(first.ok) - Number(second.ok);
}

/** The versions of some lanes on one axis: each once, from the lowest up. */
function versionsOf(lanes: readonly Lane[]): readonly string[] {
  const named = lanes.flatMap(({ version, hops, deadEnds }) => [
    version,
    ...hops.flatMap(({ from, to }) => [from, to]),
    ...deadEnds.map((deadEnd) => deadEnd.version),
  ]);
  return [...new Set(named)].sort(byVersion);
}

function lookOf({ kind }: Hop, lane: Lane): RiserLook {
  if (kind === "forced") return "forced";
  return lane.id.kind === "pool-image" ? "auto-image" : "auto-patch";
}

/**
 * A lane in the coordinates of its chart. Steps that come in only one of the bracketing simulations leave the common path
 * one after the other and are marked as conditional.
 *
 * @param also another forecast's lane that shares the axis, so that both can be drawn on one chart
 */
export function ladderLane(lane: Lane, span: LadderSpan, also?: Lane): LadderLane {
  const versions = versionsOf(also === undefined ? [lane] : [lane, also]);
  const levelOf = (version: string) => Math.max(0, versions.indexOf(version));
  const treads: Tread[] = [];
  const risers: Riser[] = [];
  let at = { fromAt: span.fromAt, version: lane.version, conditional: false };
  for (const hop of [...lane.hops].sort((a, b) => a.earliestAt - b.earliestAt)) {
    const conditional = hop.confidence !== "dated";
    const untilAt = hop.latestAt ?? hop.earliestAt;
    treads.push({ fromAt: at.fromAt, untilAt: hop.earliestAt, level: levelOf(hop.from), conditional: at.conditional });
    risers.push({
      fromAt: hop.earliestAt,
      untilAt,
      fromLevel: levelOf(hop.from),
      toLevel: levelOf(hop.to),
      look: lookOf(hop, lane),
      conditional,
    });
    at = { fromAt: untilAt, version: hop.to, conditional };
  }
  treads.push({ fromAt: at.fromAt, untilAt: span.untilAt, level: levelOf(at.version), conditional: at.conditional });
  const stops = lane.deadEnds.map(({ version, fromAt, byAt = fromAt, untilAt = span.untilAt }): Stop => {
    return { fromAt, byAt, untilAt: Math.min(untilAt, span.untilAt), level: levelOf(version) };
  });
  return { versions, treads, risers, stops };
}

const leastMs = 60 * dayMs;

function instantsOf({ hops, deadEnds }: Lane): readonly number[] {
  return [
    ...hops.map(({ earliestAt, latestAt }) => latestAt ?? earliestAt),
    ...deadEnds.map(({ fromAt, byAt }) => byAt ?? fromAt),
  ];
}

/** From now until a little after the last thing that is foreseen, and at least two months. */
export function ladderSpan(lanes: readonly Lane[], now: number): LadderSpan {
  const last = Math.max(now, ...lanes.flatMap(instantsOf));
  const length = Math.max(leastMs, (last - now) * 1.12);
  return { fromAt: now - length * 0.03, nowAt: now, untilAt: now + length };
}
