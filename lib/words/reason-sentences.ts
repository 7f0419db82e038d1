import type { Reason, ReasonId } from "#lib/policy/operations/reasons.ts";
import { cautionSentences } from "./caution-reasons.ts";
import type { ReasonSentences } from "./reason-sentence.ts";
import { effectSentences } from "./reason-sentences-of-effect.ts";
import { lifecycleSentences } from "./reason-sentences-of-lifecycle.ts";
import { ruleSentences } from "./reason-sentences-of-rules.ts";

/** Exactly one sentence per reason: the compiler refuses a missing one. */
const reasonSentences: ReasonSentences = {
  ...ruleSentences,
  ...lifecycleSentences,
  ...effectSentences,
  ...cautionSentences,
};

/** Says why an operation is refused, has no effect now, or needs care. One full sentence. */
export function sentenceOfReason<Id extends ReasonId>(reason: Reason<Id>): string {
  const say: (facts: Reason<Id>) => string = reasonSentences[reason.id];
  return say(reason);
}
