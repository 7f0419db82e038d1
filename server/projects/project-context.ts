import "server-only";
import type { Project } from "#lib/garden/project.ts";
import { text } from "#lib/language/text.ts";
import type { AccessReviews, UserIdentity } from "#server/access/access-reviews.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import { isProjectSeen } from "#server/access/seen-projects.ts";
import type { UserScope, UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";

export interface ProjectContext {
  readonly withToken: (token: string) => GardenClient;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: Pick<AccessReviews, "may" | "identityOf">;
  readonly directory: Pick<ProjectDirectory, "all">;
}

/** A request about one project, with the user's own token. */
export interface ProjectRequest {
  readonly token: string;
  /** Name of the project. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A project that the user sees, as the watch has it, and who the user is. */
interface SeenProject {
  readonly project: Project;
  readonly identity: UserIdentity;
  readonly scope: UserScope;
}

/**
 * Checks that the user sees a project: its clusters, or as a member or the owner.
 * @throws ProblemError `not-found` for all others, so that the response does not disclose that the project exists
 */
export async function requireSeenProject(
  { scopes, directory }: Pick<ProjectContext, "scopes" | "directory">,
  token: string,
  name: string,
): Promise<SeenProject> {
  const scope = await scopes.scopeOf(token);
  const project = directory.all().find(({ metadata }) => metadata.name === name);
  if (project !== undefined && isProjectSeen(project, scope)) return { project, identity: scope.identity, scope };
  throw new ProblemError("not-found", { detail: text("There is no such project, or you do not see it.") });
}
