import "server-only";
import { type ProblemReason, problemReasons } from "#lib/contract/problem.ts";
import { type OriginRejection, originRejections } from "./origin-gate.ts";
import { type LimitName, limitNames } from "./rate-limit.ts";

/** Rules whose problem reason does not identify them, because several rules have the same reason. */
const named = [
  "heap",
  "streams-of-user",
  "exports-of-user",
  "looks-of-user",
  "work-view",
  "work-rules",
  "work-export",
  "queue",
  "draining",
] as const;

/** Metrics label of a refused request: the name of the rule, or the problem reason when the rule has no name. */
export type RejectionRule = `origin-${OriginRejection}` | `limit-${LimitName}` | (typeof named)[number] | ProblemReason;

/** Reasons that are no metrics label: those of the garden, those with a named rule, and those that are no refusal. */
const notOurs: ReadonlySet<ProblemReason> = new Set([
  ...(["refused-by-garden", "garden-unreachable", "garden-timeout", "garden-failed"] as const),
  ...(["origin-refused", "internal"] as const),
]);

/** All rules, so that each metric starts at zero. */
export const rejectionRules: readonly RejectionRule[] = [
  ...originRejections.map((refusal) => `origin-${refusal}` as const),
  ...limitNames.map((name) => `limit-${name}` as const),
  ...named,
  ...problemReasons.filter((reason) => !notOurs.has(reason)),
];
