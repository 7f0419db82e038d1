import { type LifeSegment, lifeOf } from "#lib/forecast/version-life.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import { type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { findImage, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/** Period in which a component stays on a version, in one stage. Instants in epoch milliseconds. */
export interface Stretch {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly version: string;
  /** Stage as on screens; `unknown` without a profile, `not-in-profile` if it does not list the version. */
  readonly stage: string;
  /** Whether it depends on the time of a run, a future version or the action of a user. */
  readonly conditional: boolean;
  /** Urgency of a dead end, while the component would have to be updated and cannot. */
  readonly stuck: Urgency | undefined;
}

/** Time span of the ladder, in epoch milliseconds. */
export interface UpcomingVersionsSpan {
  /** Slightly before now, so that a step tonight is not at the edge. */
  readonly fromAt: number;
  readonly nowAt: number;
  readonly untilAt: number;
}

/** Life of a component's version; empty if the profile does not list it, undefined without a profile. */
export type LifeOfVersion = (lane: ComponentForecast, version: string) => readonly LifeSegment[] | undefined;

export function livesIn(profile: CloudProfileSpec | undefined, now: number): LifeOfVersion {
  if (profile === undefined) return () => undefined;
  const { kubernetes, images } = prepareProfile(profile);
  const reading = newestClassificationContextAt(now);
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

/** Successive versions of a component: a step's version begins at the earliest time of the step. */
function staysOf({ version, hops }: ComponentForecast, span: UpcomingVersionsSpan): readonly Stay[] {
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

/** Component as rendered: split at steps, at changes of the version's stage, and where it is stuck. */
export function stretchesOfForecast(
  lane: ComponentForecast,
  span: UpcomingVersionsSpan,
  lifeOfVersion: LifeOfVersion,
): readonly Stretch[] {
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

function instantsOf({ hops, deadEnds }: ComponentForecast): readonly number[] {
  return [
    ...hops.map(({ earliestAt, latestAt }) => latestAt ?? earliestAt),
    ...deadEnds.map(({ fromAt, byAt }) => byAt ?? fromAt),
  ];
}

/** Span from now until a little after the last forecast event, at least two months. */
export function upcomingVersionsSpanOf(lanes: readonly ComponentForecast[], now: number): UpcomingVersionsSpan {
  const last = Math.max(now, ...lanes.flatMap(instantsOf));
  const length = Math.max(leastMs, (last - now) * 1.12);
  return { fromAt: now - length * 0.03, nowAt: now, untilAt: now + length };
}

/** Position of an instant in the span, in per cent, clamped to its edges. */
export function percentInSpan({ fromAt, untilAt }: UpcomingVersionsSpan, at: number): number {
  return Math.min(100, Math.max(0, ((at - fromAt) / (untilAt - fromAt)) * 100));
}
