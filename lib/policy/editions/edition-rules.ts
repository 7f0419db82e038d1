import { type Edition, newestEdition } from "./edition.ts";
import { type EditionContext, likelyReading, otherContexts, resolveRule } from "./resolve.ts";
import type { RuleId, RuleValues } from "./rules.ts";

/**
 * The rules of one landscape: every rule function that changed between releases takes this as its `rules` and calls,
 * for example, `rules("pool.skew")`. Versions are compared nowhere else.
 */
export type EditionRules = <Id extends RuleId>(id: Id) => RuleValues[Id];

/** The most likely value of each rule. Results are cached, so repeated calls are cheap. */
export function rulesOf(context: EditionContext): EditionRules {
  const known: { [Id in RuleId]?: RuleValues[Id] } = {};
  return (id) => {
    const held = known[id];
    if (held !== undefined) return held;
    const { value } = likelyReading(id, context);
    known[id] = value;
    return value;
  };
}

/** The rules when every component runs the same release. */
export function rulesAt(edition: Edition, gates?: EditionContext["gates"]): EditionRules {
  return rulesOf({ gardenlet: edition, apiServer: edition, gates });
}

/** The newest known rules, used when nothing is known about the landscape. */
export const newestRules: EditionRules = rulesAt(newestEdition);

/** A result under the most likely rules, with the different results under other possible rules. */
export interface EditionAnswer<Answer> {
  readonly answer: Answer;
  readonly certain: boolean;
  readonly alternatives: readonly Answer[];
  /** The uncertain rules the result depends on; empty when it is certain. */
  readonly doubtful: readonly RuleId[];
}

/**
 * Evaluates a function under every edition that may apply, for landscapes whose API server release is not known. Only
 * rules that the function reads matter; results equal as JSON are merged.
 *
 * @param question a pure function of the rules
 */
export function underEditions<Answer>(
  context: EditionContext,
  question: (rules: EditionRules) => Answer,
): EditionAnswer<Answer> {
  const read = new Set<RuleId>();
  const likely = rulesOf(context);
  const answer = question((id) => {
    read.add(id);
    return likely(id);
  });
  const doubtful = [...read].filter((id) => !resolveRule(id, context).certain);
  const answers = new Map([[JSON.stringify(answer), answer]]);
  const others = new Map(
    doubtful.flatMap((id) => otherContexts(id, context)).map((other) => [JSON.stringify(other), other]),
  );
  for (const other of others.values()) {
    const different = question(rulesOf(other));
    const key = JSON.stringify(different);
    if (!answers.has(key)) answers.set(key, different);
  }
  const alternatives = [...answers.values()].slice(1);
  const certain = alternatives.length === 0;
  return { answer, certain, alternatives, doubtful: certain ? [] : doubtful };
}
