import "server-only";
import type { ListedProject, Projects } from "#lib/contract/project/projects.ts";
import type { Project } from "#lib/garden/project.ts";
import { projectAnnotations } from "#lib/garden/project-annotations.ts";
import { projects as projectResource } from "#lib/kube/resource.ts";
import { rolesHeldBy } from "#lib/policy/projects/member-changes.ts";
import { staleProjectOf } from "#lib/policy/projects/stale-project.ts";
import { accessReviewAttributes, reviewAccessOrUndefined, type UserIdentity } from "#server/access/access-reviews.ts";
import { matchesRbacSubject } from "#server/access/membership.ts";
import { isProjectSeen } from "#server/access/seen-projects.ts";
import type { ProjectContext } from "./project-context.ts";

/**
 * The projects that a user sees: those whose clusters the user can list, and those that name the user as a member or as
 * the owner, also before Gardener has set them up. Read from the watch that all users share.
 */
export async function listProjects(context: ProjectContext, token: string): Promise<Projects> {
  const [scope, mayCreate] = await Promise.all([
    context.scopes.scopeOf(token),
    reviewAccessOrUndefined(context.reviews, token, accessReviewAttributes("create", projectResource)),
  ]);
  const seen = context.directory.all().filter((project) => isProjectSeen(project, scope));
  return {
    projects: seen
      .map((project) => listedProjectOf(project, scope.identity))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(mayCreate !== undefined && { mayCreate }),
  };
}

/** What the list says of a project, and the roles that the user has in it. */
export function listedProjectOf({ metadata, spec, status }: Project, identity: UserIdentity): ListedProject {
  const stale = staleProjectOf({ status: status ?? null });
  const title = metadata.annotations?.[projectAnnotations.title];
  const people = { owner: spec.owner ?? undefined, members: spec.members ?? [] };
  return {
    name: metadata.name,
    uid: metadata.uid ?? "",
    ...(spec.namespace && { namespace: spec.namespace }),
    ...(title && { title }),
    ...(spec.description && { description: spec.description }),
    ...(spec.purpose && { purpose: spec.purpose }),
    ...(spec.owner?.name && { owner: spec.owner.name }),
    ...(metadata.creationTimestamp && { createdAt: metadata.creationTimestamp }),
    ...(status?.phase && { phase: status.phase }),
    ...(stale && { stale }),
    roles: [...rolesHeldBy(people, (subject) => matchesRbacSubject(subject, identity))],
  };
}
