import type { Reason, ReasonId } from "#lib/policy/operations/reasons.ts";

/** How each reason is said. */
export type ReasonSentences = { readonly [Id in ReasonId]: (facts: Reason<Id>) => string };
