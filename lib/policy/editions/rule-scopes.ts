import { type GardenerRelease, isNewerThanKnown } from "./gardener-release.ts";
import type { GardenerComponent } from "./rule.ts";
import { isRuleId, type RuleId, versionedGardenerRules } from "./rules.ts";

/**
 * What a rule is about. Admission (what the API server accepts) and maintenance (what the controllers in the garden do)
 * follow the release of the garden's API server; care of a cluster follows the release of its Seed's gardenlet.
 */
export type RuleScope = "admission" | "maintenance" | "care";

const scopes: Readonly<Record<GardenerComponent, RuleScope>> = {
  apiServer: "admission",
  controllerManager: "maintenance",
  gardenlet: "care",
  resourceManager: "care",
};

/** IDs of all rules. */
export const ruleIds: readonly RuleId[] = Object.keys(versionedGardenerRules).filter(isRuleId);

/** What a rule is about. */
export function scopeOfRule(id: RuleId): RuleScope {
  return scopes[versionedGardenerRules[id].component];
}

/** The releases that decide the rules of each scope; undefined where not known. */
export interface DecidingReleases {
  readonly apiServer: GardenerRelease | undefined;
  readonly gardenlets: readonly GardenerRelease[];
}

/**
 * Number of rules in each scope that can differ from the known ones, because a deciding release has a newer minor than
 * the newest known one. A scope without doubt is absent.
 */
export function countRulesInDoubt({ apiServer, gardenlets }: DecidingReleases): ReadonlyMap<RuleScope, number> {
  const isNewer = (release: GardenerRelease | undefined) => release !== undefined && isNewerThanKnown(release);
  const inDoubt: readonly RuleScope[] = [
    ...(isNewer(apiServer) ? (["admission", "maintenance"] as const) : []),
    ...(gardenlets.some(isNewer) ? (["care"] as const) : []),
  ];
  return new Map(inDoubt.map((scope) => [scope, ruleIds.filter((id) => scopeOfRule(id) === scope).length]));
}
