import { type AttentionTier, attentionTiers } from "#lib/contract/garden-counts.ts";
import { compareText } from "#lib/strings/natural-key.ts";

/** What decides the place of a cause for attention in its list. */
export interface CauseRank {
  readonly tier: AttentionTier;
  /** Project of the first thing that is affected, which is the most relevant to the user. */
  readonly project: string | undefined;
  /** Number of affected clusters or projects. */
  readonly count: number;
  readonly production: number;
  /** Date in epoch milliseconds; absent without a date. */
  readonly at?: number | undefined;
  readonly key: string;
}

/** Orders causes by urgency, the user's own, number of clusters, number in production, and the earliest date. */
export function compareByUrgency(own: ReadonlySet<string>): (a: CauseRank, b: CauseRank) => number {
  const placeOf = ({ tier }: CauseRank) => attentionTiers.indexOf(tier);
  const dateOf = ({ at }: CauseRank) => at ?? Number.MAX_SAFE_INTEGER;
  const isOwn = ({ project }: CauseRank) => Number(project !== undefined && own.has(project));
  return (a, b) =>
    placeOf(a) - placeOf(b) ||
    isOwn(b) - isOwn(a) ||
    b.count - a.count ||
    b.production - a.production ||
    dateOf(a) - dateOf(b) ||
    compareText(a.key, b.key);
}
