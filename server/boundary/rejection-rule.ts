import "server-only";
import { type ProblemReason, problemReasons } from "#lib/contract/problem.ts";
import { type OriginRejection, originRejections } from "./origin-gate.ts";
import { type LimitName, limitNames } from "./rate-limit.ts";

/** Rules that share their reason with others. */
const named = [
  "heap",
  "streams-of-user",
  "exports-of-user",
  "work-view",
  "work-rules",
  "work-export",
  "queue",
  "draining",
] as const;

/** Metrics label of a refusal: its rule, or the reason given to the browser when no rule has a name. */
export type RejectionRule = `origin-${OriginRejection}` | `limit-${LimitName}` | (typeof named)[number] | ProblemReason;

/** Reasons given by the garden; and reasons that always have a rule, or are no refusal. */
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
