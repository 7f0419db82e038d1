import { type ClassificationContext, classifyVersion, isClassified } from "#lib/policy/versions/classify.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { classificationTransitionsOf } from "#lib/policy/versions/transitions.ts";

/** Period in which a version is in one stage. Instants in epoch milliseconds. */
export interface LifeSegment {
  readonly stage: string;
  /** Begin of the stage; undefined if the profile has no date for it. It is never estimated. */
  readonly startsAt: number | undefined;
  /** End of the stage; undefined if the profile has none. */
  readonly endsAt: number | undefined;
  readonly isNow: boolean;
}

/** Lifecycle stage of a version at an instant; `unclassified` without a classification, until the version expires. */
export function versionStageAt(listed: ListedVersion, reading: ClassificationContext): string {
  const stage = classifyVersion(listed, reading);
  return stage === "supported" && !isClassified(listed.entry) ? "unclassified" : stage;
}

/** Offset to just after an instant, because a stage applies strictly after its start. */
const justAfterMs = 0.5;

/**
 * Returns the lifecycle stages of a version for which the profile has dates. Every boundary is a date of the profile,
 * and every stage is the policy core's classification at an instant in between.
 */
export function lifeSegmentsOf(listed: ListedVersion, reading: ClassificationContext): readonly LifeSegment[] {
  const edges = [...new Set(classificationTransitionsOf(listed, reading))].sort((a, b) => a - b);
  const first = edges[0];
  const stages = [
    {
      startsAt: undefined,
      stage: versionStageAt(listed, { ...reading, now: first === undefined ? reading.now : first - 1 }),
    },
    ...edges.map((at) => ({ startsAt: at, stage: versionStageAt(listed, { ...reading, now: at + justAfterMs }) })),
  ];
  const kept = stages.filter(({ stage }, index) => index === 0 || stages[index - 1]?.stage !== stage);
  const hasBegun = (at: number | undefined) =>
    at === undefined || (reading.boundary === "strict" ? at < reading.now : at <= reading.now);
  const current = kept.findLastIndex(({ startsAt }) => hasBegun(startsAt));
  return kept.map(({ stage, startsAt }, index) => ({
    stage,
    startsAt,
    endsAt: kept[index + 1]?.startsAt,
    isNow: index === current,
  }));
}

/** Returns when a version expires or has expired, in epoch milliseconds; undefined without a readable date. */
export function expiryOfLifeSegments(life: readonly LifeSegment[]): number | undefined {
  return life.findLast(({ stage }) => stage === "expired")?.startsAt;
}

/** Returns whether a date of the version cannot be parsed, so that it never takes effect. */
export function hasUnreadableDate({ lifecycle, legacy }: ListedVersion): boolean {
  return [...lifecycle, ...legacy].some(({ startsAt }) => startsAt === Number.POSITIVE_INFINITY);
}
