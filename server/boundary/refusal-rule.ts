import "server-only";
import { type ProblemReason, problemReasons } from "#lib/contract/problem.ts";
import { type OriginRefusal, originRefusals } from "./origin-gate.ts";
import { type LimitName, limitNames } from "./rate-limit.ts";

/** Rules whose reason others give too. */
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

/** What a refusal is counted by: its rule, or where no rule has a name the reason that the browser is told. */
export type RefusalRule = `origin-${OriginRefusal}` | `limit-${LimitName}` | (typeof named)[number] | ProblemReason;

/** The garden's word, not ours; and what always has a rule, or is no refusal. */
const notOurs: ReadonlySet<ProblemReason> = new Set([
  ...(["refused-by-garden", "garden-unreachable", "garden-timeout", "garden-failed"] as const),
  ...(["origin-refused", "internal"] as const),
]);

/** Every rule, so that each is counted from zero on. */
export const refusalRules: readonly RefusalRule[] = [
  ...originRefusals.map((refusal) => `origin-${refusal}` as const),
  ...limitNames.map((name) => `limit-${name}` as const),
  ...named,
  ...problemReasons.filter((reason) => !notOurs.has(reason)),
];
