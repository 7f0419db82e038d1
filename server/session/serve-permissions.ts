import "server-only";
import type {
  ExplainedPermissions,
  PermissionReason,
  UserMembership,
  UserMemberships,
} from "#lib/contract/explained-permissions.ts";
import { gardenPermissionNames, projectPermissionNames, type UserPermissionName } from "#lib/contract/session.ts";
import type { MemberSubject, Project } from "#lib/garden/project.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { cloudProfiles, configMaps, projects, secrets, shoots } from "#lib/kube/resource.ts";
import { subjectKey } from "#lib/policy/projects/project-members.ts";
import { parseRbacGrant } from "#lib/policy/projects/rbac-grant.ts";
import { projectRolesBehindGrant, rolesOfSubject } from "#lib/policy/projects/roles-behind-grant.ts";
import {
  accessReviewAttributes,
  type ExplainedAccessReviews,
  type UserIdentity,
} from "#server/access/access-reviews.ts";
import { matchesRbacSubject } from "#server/access/membership.ts";
import type { ProjectDirectory } from "#server/access/project-directory.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { type VisibleProject, visibleProjectOf } from "#server/access/visible-project.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import { createVisibleJsonResponse } from "#server/boundary/create-visible-json-response.ts";
import type { Session } from "#server/identity/session.ts";

interface RightsSources {
  readonly reviews: Pick<ExplainedAccessReviews, "decisionOf" | "identityOf">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly directory: Pick<ProjectDirectory, "all">;
}

/** Maximum number of members that are named for one user, who can be one through many groups. */
const mostMemberships = 20;

/**
 * Answers with the user's permissions in the garden and in the requested project, and why the garden grants them. The
 * reasons are the API server's own, in its answers to the user.
 */
export async function servePermissions({ app, session, request }: RouteCall<RightsSources, Session, undefined>) {
  const wanted = new URL(request.url).searchParams.get("project");
  const place = wanted === null ? undefined : await visibleProjectOf(app, session.token, wanted);
  const project = place && app.directory.all().find(({ metadata }) => metadata.name === place.name);
  const answer = async <Act extends UserPermissionName>(act: Act, at: VisibleProject | undefined) => {
    const { allowed, reason } = await app.reviews.decisionOf(session.token, attributesOf(act, at));
    return { act, allowed, ...(allowed && reason !== undefined && { why: reasonOf(reason, at && project) }) };
  };
  const [garden, rights, identity] = await Promise.all([
    Promise.all(gardenPermissionNames.map((act) => answer(act, undefined))),
    place && Promise.all(projectPermissionNames.map((act) => answer(act, place))),
    app.reviews.identityOf(session.token),
  ]);
  const permissions: ExplainedPermissions = {
    garden,
    ...(rights && { project: rights }),
    ...(project && { memberships: membershipsOf(project, identity) }),
  };
  // Names of bindings and members are texts of other people.
  return createVisibleJsonResponse(permissions);
}

function reasonOf(reason: string, project: Project | undefined): PermissionReason {
  const grant = parseRbacGrant(reason);
  if (grant === undefined) return { kind: "other", text: reason };
  return { kind: "binding", ...grant, projectRoles: project ? [...projectRolesBehindGrant(grant, project)] : [] };
}

/** The members of a project, and its owner, that stand for a user. */
function membershipsOf(project: Project, identity: UserIdentity): UserMemberships {
  const { owner, members } = project.spec;
  const subjects: readonly MemberSubject[] = [...(owner ? [owner] : []), ...(members ?? [])];
  const own = new Map(
    subjects.filter((each) => matchesRbacSubject(each, identity)).map((each) => [subjectKey(each), each]),
  );
  const entries = [...own.values()].map(
    (subject): UserMembership => ({
      kind: subject.kind,
      name: subject.name,
      ...(subject.namespace && { namespace: subject.namespace }),
      roles: [...rolesOfSubject(subject, project)],
    }),
  );
  return { entries: entries.slice(0, mostMemberships), more: Math.max(0, entries.length - mostMemberships) };
}

function attributesOf(act: UserPermissionName, place: VisibleProject | undefined): ResourceAttributes {
  const namespace = place?.namespace;
  const onShoots = (verb: string, subresource?: string) =>
    accessReviewAttributes(verb, shoots, { namespace, subresource });
  switch (act) {
    case "see-all-clusters":
    case "see-clusters":
      return onShoots("list");
    case "create-clusters":
      return onShoots("create");
    case "change-clusters":
      return onShoots("patch");
    case "delete-clusters":
      return onShoots("delete");
    case "viewer-kubeconfig":
      return onShoots("create", "viewerkubeconfig");
    case "admin-kubeconfig":
      return onShoots("create", "adminkubeconfig");
    case "read-secrets":
      return accessReviewAttributes("get", secrets, { namespace });
    case "share-views":
      return accessReviewAttributes("create", configMaps, { namespace });
    case "create-projects":
      return accessReviewAttributes("create", projects);
    case "change-profiles":
      return accessReviewAttributes("patch", cloudProfiles);
    case "change-project":
      return accessReviewAttributes("patch", projects, { name: place?.name });
  }
}
