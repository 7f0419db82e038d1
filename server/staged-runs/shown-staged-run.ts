import "server-only";
import type { ShownStagedRun, StagedRun } from "#lib/contract/staged/staged-runs.ts";
import { hiddenStageName } from "#lib/staged-runs/group-into-stages.ts";
import type { UserScope } from "#server/access/user-scope.ts";

/**
 * A run as one user sees it: clusters of projects that the user does not see are counted only, and a stage that has no
 * other ones has no name, because stages are named after projects and clusters.
 */
export function shownStagedRun(run: StagedRun, project: string, { shown }: Pick<UserScope, "shown">): ShownStagedRun {
  const visible = new Set(shown.projects.map(({ name }) => name));
  const clusters = run.clusters.filter((cluster) => visible.has(cluster.project));
  const seen = new Set(clusters.map(({ stage }) => stage));
  const stages = run.stages.map((stage, index) => (seen.has(index) ? stage : { ...stage, name: hiddenStageName }));
  return { run: { ...run, stages, clusters }, project, hidden: run.clusters.length - clusters.length };
}
