import { type Message, message, text } from "#lib/language/text.ts";
import type { RuleScope } from "#lib/policy/editions/rule-scopes.ts";

const descriptions: Readonly<Record<RuleScope, Message>> = {
  admission: message(
    "{rules, plural, one {# rule} other {# rules}} of admission: checks in forms and previews, versions and operations on offer, simulated changes of profiles.",
  ),
  maintenance: message(
    "{rules, plural, one {# rule} other {# rules}} of maintenance: forecasts, dead ends, calendar and windows, and what the overview and lists say of them.",
  ),
  care: message(
    "{rules, plural, one {# rule} other {# rules}} of care: conditions, what Gardener does next, effects on nodes, ports and addresses.",
  ),
};

/** Sentences on the rules in doubt and the statements that depend on them, one for each scope. */
export function describeRulesInDoubt(counts: ReadonlyMap<RuleScope, number>): readonly string[] {
  return [...counts].map(([scope, rules]) => text(descriptions[scope], { rules }));
}
