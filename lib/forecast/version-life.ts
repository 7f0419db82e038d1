import { classify, isClassified, type Reading } from "#lib/policy/versions/classify.ts";
import type { ListedVersion } from "#lib/policy/versions/listed-version.ts";
import { transitionsOf } from "#lib/policy/versions/transitions.ts";

/** A time in which a version is in one stage. Instants in epoch milliseconds. */
export interface LifeSegment {
  readonly stage: string;
  /** Undefined when the profile gives no date for it: never a guess. */
  readonly startsAt: number | undefined;
  /** Undefined when the profile names no end. */
  readonly endsAt: number | undefined;
  readonly isNow: boolean;
}

/** A version's stage at an instant, as screens name it: what nobody classified is `unclassified` until it expires. */
export function stageAt(listed: ListedVersion, reading: Reading): string {
  const stage = classify(listed, reading);
  return stage === "supported" && !isClassified(listed.entry) ? "unclassified" : stage;
}

/** An instant shortly after another: a stage holds strictly after its start. */
const justAfterMs = 0.5;

/**
 * The life of a version as far as the profile dates it. Every boundary is a date of the profile, and every stage is what
 * the policy core says of an instant within.
 */
export function lifeOf(listed: ListedVersion, reading: Reading): readonly LifeSegment[] {
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

/** When a version expires or has expired, in epoch milliseconds; undefined without a readable date. */
export function expiryOf(life: readonly LifeSegment[]): number | undefined {
  return life.findLast(({ stage }) => stage === "expired")?.startsAt;
}

/** Whether a date of the version cannot be read: it then never comes. */
export function hasUnreadableDate({ lifecycle, legacy }: ListedVersion): boolean {
  return [...lifecycle, ...legacy].some(({ startsAt }) => startsAt === Number.POSITIVE_INFINITY);
}
