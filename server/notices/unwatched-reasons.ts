import "server-only";
import { noticeLimits } from "#lib/contract/notices.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import { maxEventsPerRule } from "#lib/notices/report-notices.ts";
import type { WatchedRuleOwner } from "./rule-owner.ts";
import type { WatchedRule } from "./watched-rule.ts";

/** Users are told when their rules were not checked for longer than this. */
const overdueMs = 5 * minuteMs;

/** Sentence for a user whose rules wait for a turn. */
export function describeWaitingRules({ watched, people }: { readonly watched: number; readonly people: number }) {
  return text(
    "Your rules are not watched at the moment: {people} people have rules, and those of {watched} are watched at a time. What comes to hold meanwhile is told once yours are watched again.",
    { people, watched },
  );
}

/** Rules with what each has found, and the names of those that are not evaluated. */
interface UnwatchedRules extends Pick<WatchedRuleOwner, "tooMuch"> {
  readonly rules: readonly Pick<WatchedRule, "rule" | "found">[];
}

/**
 * Sentences for a user whose rules are watched, about what is not.
 *
 * @param lateMs time since the rules were checked last
 */
export function describeUnwatchedRules({ rules, tooMuch }: UnwatchedRules, lateMs: number): readonly string[] {
  const late =
    lateMs < overdueMs
      ? []
      : [
          text(
            "Your rules were not checked for {minutes} minutes. What came to hold meanwhile is told with the next check.",
            { minutes: Math.floor(lateMs / minuteMs) },
          ),
        ];
  const refused = tooMuch.map((rule) =>
    text("The rule {rule} is not watched: all rules together may ask for {values} values.", {
      rule,
      values: noticeLimits.values,
    }),
  );
  const cut = rules.flatMap(({ rule, found }) =>
    found <= maxEventsPerRule
      ? []
      : [
          text(
            "The rule {rule} finds more than it remembers: of {found, number} things the first {most, number} are told.",
            {
              rule: rule.name,
              found,
              most: maxEventsPerRule,
            },
          ),
        ],
  );
  return [...late, ...refused, ...cut];
}
