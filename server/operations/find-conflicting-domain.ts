import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { type ConflictingDomain, findDomainOverlap } from "#lib/policy/admission/find-domain-admission-errors.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";

export interface DomainConflictReader {
  readonly scope: Pick<UserScope, "all" | "namespaces" | "shown">;
  /** Whether the user can change the Shoot, so that the API server would report a conflict to this user anyway. */
  readonly mayChange: boolean;
}

/**
 * Another Shoot whose domain equals the given one, or is a parent or child of it. A Shoot that the user cannot see is
 * returned without its name, and only if the user could change the given Shoot.
 */
export function findConflictingDomain(
  { shoots }: Pick<FleetSources, "shoots">,
  { metadata }: Pick<Shoot, "metadata">,
  domain: string,
  { scope, mayChange }: DomainConflictReader,
): ConflictingDomain | undefined {
  const projects = new Map(scope.shown.projects.map(({ namespace, name }) => [namespace, name]));
  let best: { readonly rank: number; readonly holder: ConflictingDomain } | undefined;
  for (const mirror of shoots) {
    for (const shoot of mirror.listSummaries()) {
      const { namespace = "", name } = shoot.metadata;
      const other = stringAt(shoot, "spec", "dns", "domain");
      const meeting = other === undefined ? undefined : findDomainOverlap(domain, other);
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
