import type { NoticeFact, WatchRuleEvent } from "#lib/contract/notices.ts";

/** Event of one cluster that a rule reports, at a time that follows from the row. */
export interface WatchedOccurrence {
  readonly event: WatchRuleEvent;
  /** Key that is equal for the same event, whichever server computes it and when. */
  readonly key: string;
  /** Period in which the event applies, in epoch milliseconds. */
  readonly from: number;
  readonly until?: number;
  readonly fact: NoticeFact;
  /** Time at which the event happened or will happen. */
  readonly at?: string;
  /** Whether another event, such as the summary of an operation, tells it as well, so that it is no notice of its own. */
  readonly isFolded?: boolean;
}
