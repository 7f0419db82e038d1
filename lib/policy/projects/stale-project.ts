import type { Project } from "#lib/garden/project.ts";
import { parseInstant } from "#lib/kube/instant.ts";

/** When Gardener deletes a project that nobody uses. All instants are epoch milliseconds. */
export interface StaleProject {
  readonly staleSince: number;
  /** When the project is deleted if it stays unused; undefined until the grace period is over. */
  readonly deletedAt?: number;
}

/**
 * The dates of a project that Gardener regards as unused; undefined for others. Gardener checks every 12 hours, and
 * takes the dates away when the project has a cluster again, or a Secret or Quota that a cluster uses.
 * @source Gardener: pkg/controllermanager/controller/project/stale/reconciler.go
 */
export function staleProjectOf({ status }: Pick<Project, "status">): StaleProject | undefined {
  const staleSince = parseInstant(status?.staleSinceTimestamp ?? undefined);
  if (staleSince === undefined) return undefined;
  const deletedAt = parseInstant(status?.staleAutoDeleteTimestamp ?? undefined);
  return { staleSince, ...(deletedAt !== undefined && { deletedAt }) };
}
