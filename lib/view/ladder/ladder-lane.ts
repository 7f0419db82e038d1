import { type LifeSegment, lifeOf } from "#lib/forecast/version-life.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { Lane } from "#lib/policy/forecast/lane.ts";
import { type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { newestReadingAt } from "#lib/policy/versions/newest-reading.ts";
import { findImage, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/** A time in which a lane stays on one version, and that version in one stage. Instants in epoch milliseconds. */
export interface Stretch {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly version: string;
  /** As screens name it; `unknown` without a profile, `not-in-profile` where it does not list the version. */
  readonly stage: string;
  /** It depends on the moment of a run, on a version to come, or on what somebody does. */
  readonly conditional: boolean;
  /** The lane would have to move and cannot: how loud that is. */
  readonly stuck: Urgency | undefined;
}

/** What the ladder spans: epoch milliseconds. */
export interface LadderSpan {
  /** A little before now, so that a step of tonight does not stand on the edge. */
  readonly fromAt: number;
  readonly nowAt: number;
  readonly untilAt: number;
}

/** The life of a version that a lane runs; empty where the profile does not list it, undefined without a profile. */
export type LifeOfVersion = (lane: Lane, version: string) => readonly LifeSegment[] | undefined;

export function livesIn(profile: CloudProfileSpec | undefined, now: number): LifeOfVersion {
  if (profile === undefined) return () => undefined;
  const { kubernetes, images } = prepareProfile(profile);
  const reading = newestReadingAt(now);
  return ({ id, image }, version) => {
    const listed = id.kind === "pool-image" ? findImage(images, image ?? "")?.versions : kubernetes;
    const found = listed?.find(({ text }) => text === version);
    return found === undefined ? [] : lifeOf(found, reading);
  };
}

interface Stay {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly version: string;
  readonly conditional: boolean;
}

/** The versions that a lane stays on, one after the other: a step's version begins when the step has come. */
function staysOf({ version, hops }: Lane, span: LadderSpan): readonly Stay[] {
  const stays: Stay[] = [];
  let at = { fromAt: span.fromAt, version, conditional: false };
  for (const hop of [...hops].sort((a, b) => a.earliestAt - b.earliestAt)) {
    stays.push({ ...at, untilAt: hop.earliestAt });
    at = { fromAt: hop.earliestAt, version: hop.to, conditional: hop.confidence !== "dated" };
  }
  stays.push({ ...at, untilAt: span.untilAt });
  return stays.filter(({ fromAt, untilAt }) => fromAt < untilAt);
}

function stageDuring(life: readonly LifeSegment[] | undefined, at: number): string {
  if (life === undefined) return "unknown";
  const segment = life.findLast(({ startsAt }) => startsAt === undefined || startsAt <= at);
  return segment?.stage ?? "not-in-profile";
}

/** A lane as it is drawn: cut where it moves, where a version's stage changes, and where it is stuck. */
export function ladderLane(lane: Lane, span: LadderSpan, lifeOfVersion: LifeOfVersion): readonly Stretch[] {
  return staysOf(lane, span).flatMap((stay) => {
    const { version, conditional } = stay;
    const life = lifeOfVersion(lane, version);
    const ends = lane.deadEnds.filter((deadEnd) => deadEnd.version === version);
    const cuts = [
      ...(life ?? []).map(({ startsAt }) => startsAt),
      ...ends.flatMap(({ fromAt, untilAt }) => [fromAt, untilAt]),
    ];
    const edges = cuts.flatMap((at) => (at !== undefined && at > stay.fromAt && at < stay.untilAt ? [at] : []));
    const froms = [stay.fromAt, ...[...new Set(edges)].sort((a, b) => a - b)];
    return froms.map((fromAt, index): Stretch => {
      const untilAt = froms[index + 1] ?? stay.untilAt;
      const end = ends.find(
        (one) => one.fromAt <= Math.max(fromAt, span.nowAt) && fromAt < (one.untilAt ?? span.untilAt),
      );
      const stuck = end && urgencyOf(end, span.nowAt);
      return { fromAt, untilAt, version, stage: stageDuring(life, fromAt), conditional, stuck };
    });
  });
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

/** Where an instant lies in the span, in per cent from its beginning; instants outside lie on its edges. */
export function placeIn({ fromAt, untilAt }: LadderSpan, at: number): number {
  return Math.min(100, Math.max(0, ((at - fromAt) / (untilAt - fromAt)) * 100));
}
