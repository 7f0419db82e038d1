import "server-only";
import { shootWithValidTypes } from "#lib/act/plan/shoot-with-valid-types.ts";
import type { ClusterDetail, ClusterPermissions } from "#lib/contract/cluster.ts";
import { customFieldValueOf } from "#lib/custom-fields/custom-field-values.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { stringAt } from "#lib/kube/field.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { shoots } from "#lib/kube/resource.ts";
import { text } from "#lib/language/text.ts";
import { type GardenFacts, rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { persistentWarningsOf } from "#lib/policy/status/persistent-warnings.ts";
import { persistentWarningDescriptions } from "#lib/words/persistent-warning-descriptions.ts";
import { describeNewerGardenlet } from "#lib/words/state/newer-release-descriptions.ts";
import { type AccessReviews, accessReviewAttributes, reviewAccessOrUndefined } from "#server/access/access-reviews.ts";
import type { UserScopes } from "#server/access/user-scope.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { pruneShoot } from "#server/watch/objects/prune.ts";
import { readLifetimeLimit } from "./read-lifetime-limit.ts";

/** A cluster by project and Shoot name, as in URLs. */
interface ClusterName {
  readonly project: string;
  readonly name: string;
}

export interface ClusterReadContext {
  readonly withToken: (token: string) => GardenClient;
  readonly scopes: Pick<UserScopes, "scopeOf">;
  readonly reviews: AccessReviews;
  readonly fleet: Pick<Fleet, "rowOf" | "viewOf" | "customFieldsOf">;
  readonly now: () => number;
}

/** A request about one cluster, with the requesting user's token. */
export interface ClusterRequest {
  readonly token: string;
  readonly cluster: ClusterName;
  readonly signal: AbortSignal;
}

/**
 * Location of a cluster's Shoot. For a project that the user cannot see, Gardener's default namespace is used, so that
 * the API server refuses by the user's permissions and the response does not disclose which projects exist.
 */
export async function shootTarget(
  { scopes }: Pick<ClusterReadContext, "scopes">,
  { token, cluster }: ClusterRequest,
): Promise<ObjectTarget> {
  const { shown } = await scopes.scopeOf(token);
  const seen = shown.projects.find(({ name }) => name === cluster.project);
  const namespace = seen?.namespace ?? `garden-${cluster.project}`;
  if (!isDns1123Label(namespace)) throw new ProblemError("not-found");
  return { resource: shoots, namespace, name: cluster.name };
}

/** Reads the Shoot with the user's own token, not from the shared watch, and removes unused fields. */
export async function readShoot(
  context: Pick<ClusterReadContext, "withToken" | "scopes">,
  request: ClusterRequest,
): Promise<Shoot> {
  const target = await shootTarget(context, request);
  const answer = await context.withToken(request.token).get<Shoot>(target, { signal: request.signal });
  return pruneShoot(answer.body);
}

export async function readCluster(context: ClusterReadContext, request: ClusterRequest): Promise<ClusterDetail> {
  const [shoot, permissions] = await Promise.all([readShoot(context, request), permissionsFor(context, request)]);
  const client = context.withToken(request.token);
  const { seed, release, gates } = context.fleet.viewOf(shoot);
  const lifetime = await readLifetimeLimit(client, shootWithValidTypes(shoot), request.signal);
  return {
    row: context.fleet.rowOf(shoot),
    shoot: { ...shoot },
    permissions,
    view: { seed, release, gates },
    ...(lifetime && { lifetime }),
    olderRules: describeNewerGardenlet(stringAt(shoot.status, "gardener", "version"), release),
    warnings: warningsOf(shoot, { release, gates }),
    ...customFieldsOf(shoot, context.fleet),
    readAt: new Date(context.now()).toISOString(),
  };
}

/** Values of the fields that the project of the Shoot defines for the page of a cluster. */
function customFieldsOf(shoot: Shoot, { customFieldsOf: definedFor }: ClusterReadContext["fleet"]) {
  const shown = definedFor(shoot.metadata.namespace ?? "").filter(({ showDetails }) => showDetails);
  if (shown.length === 0) return {};
  return {
    customFields: shown.map((field) => ({
      name: field.label,
      value: customFieldValueOf(shoot, field),
      tooltip: field.tooltip,
    })),
  };
}

function warningsOf(read: Shoot, garden: GardenFacts): ClusterDetail["warnings"] {
  const shoot = shootWithValidTypes(read);
  return persistentWarningsOf(shoot.spec, rulesOfShoot(shoot, garden)).map(({ id, field }) => {
    return { field, sentence: text(persistentWarningDescriptions[id]) };
  });
}

/** Permissions that enable buttons. If a review fails, buttons stay enabled: the API server checks again on use. */
async function permissionsFor(context: ClusterReadContext, request: ClusterRequest): Promise<ClusterPermissions> {
  const target = await shootTarget(context, request);
  const [patchShoot, moveSeed] = await Promise.all(
    [
      accessReviewAttributes("patch", shoots, target),
      accessReviewAttributes("update", shoots, { ...target, subresource: "binding" }),
    ].map((right) => reviewAccessOrUndefined(context.reviews, request.token, right)),
  );
  return { patchShoot: patchShoot ?? true, moveSeed, uncertain: patchShoot === undefined };
}
