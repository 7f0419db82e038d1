import "server-only";
import {
  gardenPermissionNames,
  projectPermissionNames,
  type UserPermissionName,
  type UserPermissions,
} from "#lib/contract/session.ts";
import type { ResourceAttributes } from "#lib/kube/access-review.ts";
import { cloudProfiles, configMaps, projects, secrets, shoots } from "#lib/kube/resource.ts";
import { type AccessReviews, accessReviewAttributes } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { type VisibleProject, visibleProjectOf } from "#server/access/visible-project.ts";
import type { RouteCall } from "#server/boundary/create-handler.ts";
import type { Session } from "#server/identity/session.ts";

interface RightsSources {
  readonly reviews: Pick<AccessReviews, "may">;
  readonly scopes: Pick<UserScopes, "scopeOf">;
}

/** Answers with the user's permissions in the garden and in the requested project. */
export async function servePermissions({ app, session, request }: RouteCall<RightsSources, Session, undefined>) {
  const wanted = new URL(request.url).searchParams.get("project");
  const place = wanted === null ? undefined : await visibleProjectOf(app, session.token, wanted);
  const answer = async <Act extends UserPermissionName>(act: Act, at: VisibleProject | undefined) => ({
    act,
    allowed: await app.reviews.may(session.token, attributesOf(act, at)),
  });
  const [garden, project] = await Promise.all([
    Promise.all(gardenPermissionNames.map((act) => answer(act, undefined))),
    place && Promise.all(projectPermissionNames.map((act) => answer(act, place))),
  ]);
  const permissions: UserPermissions = { garden, ...(project === undefined ? {} : { project }) };
  return Response.json(permissions);
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
