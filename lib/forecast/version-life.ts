import { type ClassificationContext, classify, isClassified } from "#lib/policy/versions/classify.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { transitionsOf } from "#lib/policy/versions/transitions.ts";

/** Period in which a version is in one stage. Instants in epoch milliseconds. */
export interface LifeSegment {
  readonly stage: string;
  /** Undefined when the profile has no date for it; never estimated. */
  readonly startsAt: number | undefined;
  /** Undefined when the profile has no end. */
  readonly endsAt: number | undefined;
  readonly isNow: boolean;
}

/** Returns a version's stage at an instant; without a classification it is `unclassified` until it expires. */
export function stageAt(listed: ListedVersion, reading: ClassificationContext): string {
  const stage = classify(listed, reading);
  return stage === "supported" && !isClassified(listed.entry) ? "unclassified" : stage;
}

/** Offset to just after an instant, because a stage holds strictly after its start. */
const justAfterMs = 0.5;

/**
 * Returns the stages of a version as far as the profile dates them. Every boundary is a date of the profile, and every
 * stage is the policy core's classification at an instant in between.
 */
export function lifeOf(listed: ListedVersion, reading: ClassificationContext): readonly LifeSegment[] {
  const edges = [...new Set(transitionsOf(listed, reading))].sort((a, b) => a - b);
  const first = edges[0];
  const stages = [
    { startsAt: undefined, stage: stageAt(listed, { ...reading, now: first === undefined ? reading.now : first - 1 }) },
    ...edges.map((at) => ({ startsAt: at, stage: stageAt(listed, { ...reading, now: at + justAfterMs }) })),
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
export function expiryOf(life: readonly LifeSegment[]): number | undefined {
  return life.findLast(({ stage }) => stage === "expired")?.startsAt;
}

/** Returns whether a date of the version cannot be parsed; it then never takes effect. */
export function hasUnreadableDate({ lifecycle, legacy }: ListedVersion): boolean {
  return [...lifecycle, ...legacy].some(({ startsAt }) => startsAt === Number.POSITIVE_INFINITY);
}
