import type { NewClusterPreview } from "#lib/contract/new-cluster.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { findShortestQuotaLifetime, latestAllowedExpirationAt } from "#lib/policy/controllers/lifetime.ts";

/** When Gardener deletes a cluster that is created now, because of a quota of its account; undefined if never. */
export function expectedLifetime(quotas: readonly KubeObject[], now: number): NewClusterPreview["lifetime"] {
  const shortest = findShortestQuotaLifetime(quotas);
  return shortest && { ...shortest, until: latestAllowedExpirationAt(shortest.days, now) };
}
