import "server-only";
import type { Project } from "#lib/garden/project.ts";
import { isMember } from "./membership.ts";
import { scopeIncludesNamespace, type UserScope } from "./user-scope.ts";

/** Whether the user sees a project: its clusters, or as a member or the owner. */
export function isProjectSeen(project: Project, scope: UserScope): boolean {
  return isMember(project, scope.identity) || scopeIncludesNamespace(scope, project.spec.namespace ?? "");
}
