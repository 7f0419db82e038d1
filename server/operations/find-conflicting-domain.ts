import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { textAt } from "#lib/kube/field.ts";
import { type ConflictingDomain, domainsMeet } from "#lib/policy/admission/admit-domain.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";

export interface DomainAsker {
  readonly scope: Pick<UserScope, "all" | "namespaces" | "shown">;
  /** Whether the user can change the Shoot: to those the garden reports a conflict, without the other's name. */
  readonly mayChange: boolean;
}

/**
 * Another known Shoot with a conflicting domain: preferably the same domain rather than a parent or child, and one that
 * the user can see rather than an unnamed one. Undefined for users who can neither see it nor change the Shoot.
 */
export function findConflictingDomain(
  { shoots }: Pick<FleetSources, "shoots">,
  { metadata }: Pick<Shoot, "metadata">,
  domain: string,
  { scope, mayChange }: DomainAsker,
): ConflictingDomain | undefined {
  const projects = new Map(scope.shown.projects.map(({ namespace, name }) => [namespace, name]));
  let best: { readonly rank: number; readonly holder: ConflictingDomain } | undefined;
  for (const mirror of shoots) {
    for (const shoot of mirror.listSummaries()) {
      const { namespace = "", name } = shoot.metadata;
      const other = textAt(shoot, "spec", "dns", "domain");
      const meeting = other === undefined ? undefined : domainsMeet(domain, other);
      if (other === undefined || meeting === undefined) continue;
      if (namespace === metadata.namespace && name === metadata.name) continue;
      const isSeen = scope.all || scope.namespaces.has(namespace);
      if (!isSeen && !mayChange) continue;
      const rank = (meeting === "same" ? 2 : 0) + (isSeen ? 1 : 0);
      if (best !== undefined && best.rank >= rank) continue;
      const cluster = isSeen ? `${projects.get(namespace) ?? namespace}/${name}` : undefined;
      best = { rank, holder: { domain: other, cluster } };
    }
  }
  return best?.holder;
}
