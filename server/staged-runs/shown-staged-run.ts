import "server-only";
import type { ShownStagedRun, StagedRun } from "#lib/contract/staged/staged-runs.ts";
import type { UserScope } from "#server/access/user-scope.ts";

/** A run as one user sees it: clusters of projects that the user does not see are counted only. */
export function shownStagedRun(run: StagedRun, project: string, { shown }: Pick<UserScope, "shown">): ShownStagedRun {
  const visible = new Set(shown.projects.map(({ name }) => name));
  const clusters = run.clusters.filter((cluster) => visible.has(cluster.project));
  return { run: { ...run, clusters }, project, hidden: run.clusters.length - clusters.length };
}
