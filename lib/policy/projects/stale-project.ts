import type { Project } from "#lib/garden/project.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { hourMs } from "#lib/kube/time-units.ts";

/** When Gardener deletes a project that nobody uses. All instants are epoch milliseconds. */
export interface StaleProject {
  readonly staleSince: number;
  /** From when on the project is deleted if it stays unused; undefined until the grace period is over. */
  readonly deletedAt?: number;
  /** When Gardener has deleted the project at the latest: it checks at intervals. Defined together with `deletedAt`. */
  readonly deletedUntil?: number;
}

/** A project that Gardener regards as unused. */
export interface UnusedProject {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly stale: StaleProject;
}

/** The projects that Gardener regards as unused, by name. */
export function unusedProjectsOf(projects: readonly Project[]): readonly UnusedProject[] {
  return projects
    .flatMap(({ metadata: { uid = "", name }, spec, status }) => {
      const stale = staleProjectOf({ status: status ?? null });
      return stale === undefined ? [] : [{ uid, name, namespace: spec.namespace ?? "", stale }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Default interval at which Gardener checks which projects are unused. */
const checkPeriodMs = 12 * hourMs;

/**
 * The dates of a project that Gardener regards as unused; undefined for others, and once the deletion has begun. Gardener
 * checks every 12 hours, and takes the dates away when the project has a cluster again, or a Secret or Quota that a
 * cluster uses.
 * @source Gardener: pkg/controllermanager/controller/project/stale/reconciler.go
 */
export function staleProjectOf({ status }: Pick<Project, "status">): StaleProject | undefined {
  const staleSince = parseInstant(status?.staleSinceTimestamp ?? undefined);
  if (staleSince === undefined || status?.phase === "Terminating") return undefined;
  const deletedAt = parseInstant(status?.staleAutoDeleteTimestamp ?? undefined);
  return { staleSince, ...(deletedAt !== undefined && { deletedAt, deletedUntil: deletedAt + checkPeriodMs }) };
}
