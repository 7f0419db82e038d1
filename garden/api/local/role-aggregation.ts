import "server-only";
import { selectorMatches } from "#lib/kube/label-selector.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import type { PolicyRule, Role } from "../core/core-objects.ts";
import { clusterRoles } from "../rbac/rbac-resources.ts";
import type { GardenApi } from "./garden-api.ts";

/**
 * Fills each ClusterRole that has an aggregation rule with the rules of the ClusterRoles that it selects.
 * @source Kubernetes: pkg/controller/clusterroleaggregation
 */
export function startRoleAggregation({ api }: { readonly api: GardenApi }): () => void {
  const aggregate = (role: Role, all: readonly Role[]): void => {
    const selectors = role.aggregationRule?.clusterRoleSelectors ?? [];
    const parts = all.filter(
      ({ metadata }) =>
        metadata.name !== role.metadata.name &&
        selectors.some((selector) => selectorMatches(selector, metadata.labels ?? {})),
    );
    const rules = parts.flatMap((part) => part.rules ?? []).filter(isFirst);
    if (!semanticallyEqual(rules, role.rules ?? []))
      api.update<Role>({ resource: clusterRoles, name: role.metadata.name }, { ...role, rules });
  };
  return api.watch<Role>({ resource: clusterRoles }, () => {
    const all = api.list<Role>({ resource: clusterRoles });
    for (const role of all) if (role.aggregationRule) aggregate(role, all);
  });
}

function isFirst(rule: PolicyRule, at: number, all: readonly PolicyRule[]): boolean {
  return all.findIndex((other) => semanticallyEqual(other, rule)) === at;
}
