import { type LifeSegment, lifeSegmentsOf } from "#lib/forecast/version-life.ts";
import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ComponentForecast } from "#lib/policy/forecast/component-forecast.ts";
import { type Urgency, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { findImage, prepareProfile } from "#lib/policy/versions/prepared-profile.ts";

/** Period in which a component runs one version in one lifecycle stage. Instants are in epoch milliseconds. */
export interface VersionStretch {
  readonly fromAt: number;
  readonly untilAt: number;
  readonly version: string;
  /** Lifecycle stage as named on pages; `unknown` without a profile, `not-in-profile` for an unlisted version. */
  readonly stage: string;
  /** Whether the period depends on the time of a maintenance run, a future version or the action of a user. */
  readonly conditional: boolean;
  /** Urgency of a dead end, in a period in which an update would be required but is impossible. */
  readonly stuck: Urgency | undefined;
}

/** Time span of the chart "Upcoming versions", in epoch milliseconds. */
export interface UpcomingVersionsSpan {
  /** Start of the chart, slightly before now, so that a step tonight is not at the edge. */
  readonly fromAt: number;
  readonly nowAt: number;
  readonly untilAt: number;
}

/** Function for the lifecycle of a component's version; empty if the profile lacks it, undefined without a profile. */
export type VersionLifeLookup = (lane: ComponentForecast, version: string) => readonly LifeSegment[] | undefined;

export function createVersionLifeLookup(profile: CloudProfileSpec | undefined, now: number): VersionLifeLookup {
  if (profile === undefined) return () => undefined;
  const { kubernetes, images } = prepareProfile(profile);
  const reading = newestClassificationContextAt(now);
  return ({ id, image }, version) => {
    const listed = id.kind === "pool-image" ? findImage(images, image ?? "")?.versions : kubernetes;
    const found = listed?.find(({ text }) => text === version);
    return found === undefined ? [] : lifeSegmentsOf(found, reading);
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

/** Periods of a component in the chart: split at steps, at version stage changes, and where the component is stuck. */
export function stretchesOfForecast(
  lane: ComponentForecast,
  span: UpcomingVersionsSpan,
  lifeOfVersion: VersionLifeLookup,
): readonly VersionStretch[] {
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
    return froms.map((fromAt, index): VersionStretch => {
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

/** Returns the position of an instant in the time span in per cent, limited to 0–100. */
export function percentInSpan({ fromAt, untilAt }: UpcomingVersionsSpan, at: number): number {
  return Math.min(100, Math.max(0, ((at - fromAt) / (untilAt - fromAt)) * 100));
}
