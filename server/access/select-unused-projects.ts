import "server-only";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import { type UnusedProject, unusedProjectsOf } from "#lib/policy/projects/stale-project.ts";
import type { ProjectDirectory } from "./project-directory.ts";
import { isProjectSeen } from "./seen-projects.ts";
import type { UserScope } from "./user-scope.ts";

/** The unused projects that a query selects and that the user can see. */
export function selectUnusedProjects(
  directory: Pick<ProjectDirectory, "all">,
  scope: UserScope,
  query: FleetQuery,
): readonly UnusedProject[] {
  const isSelected = createUnusedProjectTest(query);
  return unusedProjectsOf(
    directory.all().filter((project) => isSelected(project.metadata.name) && isProjectSeen(project, scope)),
  );
}
