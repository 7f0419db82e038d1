import { type EditionRules, rulesOf, underEditions } from "../editions/edition-rules.ts";
import type { EditionContext } from "../editions/resolve.ts";
import { editionRules, isRuleId, type RuleId } from "../editions/rules.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

const versionRules: readonly RuleId[] = [
  "class.model",
  "class.model.admission",
  "class.boundary",
  "class.boundary.admission",
  "pool.skew",
  "pool.minorSkip",
  "image.inPlaceFilter",
  "image.inPlaceDowngrade",
  "inplace.lock",
];

const capabilityRules: readonly RuleId[] = ["image.capabilities", "image.capabilities.admission"];

const limitRules: readonly RuleId[] = ["profile.maxNodes"];

const fieldRules: readonly RuleId[] = Object.keys(editionRules)
  .filter(isRuleId)
  .filter((id) => /^(refuse|clear)\./.test(id));

/** The rules that a forecast rests on; those about capabilities or limits only where the profile defines some. */
export function rulesInUse({ capabilities, spec }: PreparedProfile): readonly RuleId[] {
  return [
    ...versionRules,
    ...(capabilities.length === 0 ? [] : capabilityRules),
    ...(typeof spec.limits?.maxNodesTotal === "number" ? limitRules : []),
    ...fieldRules,
  ];
}

/** The values of the rules as one text: landscapes with the same text foresee the same. */
export function rulesText(rules: EditionRules, ids: readonly RuleId[]): string {
  return ids.map((id) => String(rules(id))).join(",");
}

/** What is likely in a landscape, the rules in doubt, and the sets of rules that may hold instead. */
export interface Doubts {
  readonly likely: EditionRules;
  readonly doubtful: readonly RuleId[];
  readonly others: readonly EditionRules[];
}

/**
 * What else may hold in a landscape whose releases are not all known.
 *
 * @source Gardener's version skew policy
 */
export function doubtsOf(context: EditionContext, ids: readonly RuleId[]): Doubts {
  const key = JSON.stringify([context.gardenlet, context.apiServer, context.gates, ids]);
  const known = worked.get(key);
  if (known !== undefined) return known;
  const doubts = workOutDoubts(context, ids);
  if (worked.size >= mostWorked) worked.clear();
  worked.set(key, doubts);
  return doubts;
}

// All profiles of a landscape ask the same, once for each release that its seeds run.
const mostWorked = 256;
const worked = new Map<string, Doubts>();

function workOutDoubts(context: EditionContext, ids: readonly RuleId[]): Doubts {
  const { alternatives, doubtful } = underEditions(context, (rules) => ({ rules, text: rulesText(rules, ids) }));
  return { likely: rulesOf(context), doubtful, others: alternatives.map(({ rules }) => rules) };
}
