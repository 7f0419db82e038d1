import { type GardenerRelease, newestGardenerRelease } from "./gardener-release.ts";
import { alternativeReleaseContexts, type GardenerReleaseContext, likelyRuleValue, resolveRule } from "./resolve.ts";
import type { RuleId, RuleValues } from "./rules.ts";

/**
 * The rules of one landscape: every rule function that changed between releases takes this as its `rules` and calls,
 * for example, `rules("pool.skew")`. Versions are compared nowhere else.
 */
export type GardenerRules = <Id extends RuleId>(id: Id) => RuleValues[Id];

/** The most likely value of each rule. Results are cached, so repeated calls are cheap. */
export function likelyGardenerRules(context: GardenerReleaseContext): GardenerRules {
  const known: { [Id in RuleId]?: RuleValues[Id] } = {};
  return (id) => {
    const held = known[id];
    if (held !== undefined) return held;
    const { value } = likelyRuleValue(id, context);
    known[id] = value;
    return value;
  };
}

/** The rules of a landscape in which every Gardener component runs the given release. */
export function gardenerRulesOfRelease(
  edition: GardenerRelease,
  gates?: GardenerReleaseContext["gates"],
): GardenerRules {
  return likelyGardenerRules({ gardenlet: edition, apiServer: edition, gates });
}

/** The newest known rules, used when nothing is known about the landscape. */
export const newestRules: GardenerRules = gardenerRulesOfRelease(newestGardenerRelease);

/** A result under the most likely rules, with the different results under other possible rules. */
export interface ReleaseDependentResult<Answer> {
  readonly answer: Answer;
  readonly certain: boolean;
  readonly alternatives: readonly Answer[];
  /** The uncertain rules the result depends on; empty when it is certain. */
  readonly doubtful: readonly RuleId[];
}

/**
 * Evaluates a function under the rules of every Gardener release that may apply, for landscapes whose API server
 * release is not known. Only rules that the function reads matter; results equal as JSON are merged.
 *
 * @param question a pure function of the rules
 */
export function evaluateUnderReleases<Answer>(
  context: GardenerReleaseContext,
  question: (rules: GardenerRules) => Answer,
): ReleaseDependentResult<Answer> {
  const read = new Set<RuleId>();
  const likely = likelyGardenerRules(context);
  const answer = question((id) => {
    read.add(id);
    return likely(id);
  });
  const doubtful = [...read].filter((id) => !resolveRule(id, context).certain);
  const answers = new Map([[JSON.stringify(answer), answer]]);
  const others = new Map(
    doubtful.flatMap((id) => alternativeReleaseContexts(id, context)).map((other) => [JSON.stringify(other), other]),
  );
  for (const other of others.values()) {
    const different = question(likelyGardenerRules(other));
    const key = JSON.stringify(different);
    if (!answers.has(key)) answers.set(key, different);
  }
  const alternatives = [...answers.values()].slice(1);
  const certain = alternatives.length === 0;
  return { answer, certain, alternatives, doubtful: certain ? [] : doubtful };
}
