import "server-only";
import type { ClusterDetail, Permissions } from "#lib/contract/cluster.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { AccessReviews } from "../access/access-reviews.ts";
import type { ProjectDirectory } from "../access/project-directory.ts";
import type { Fleet } from "../fleet/fleet.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";
import { ProblemError } from "../http/problem.ts";
import { prune } from "../watch/prune.ts";

/** A cluster as people name it. */
export interface ClusterName {
  readonly project: string;
  readonly name: string;
}

export interface ClusterReading {
  readonly withToken: (token: string) => GardenClient;
  readonly directory: Pick<ProjectDirectory, "byName">;
  readonly reviews: AccessReviews;
  readonly fleet: Pick<Fleet, "rowOf">;
  readonly now: () => number;
}

/**
 * Where a cluster's Shoot lives. A project that is not known is looked for where Gardener would have put it: the garden
 * then answers by the user's own rights, so that nobody learns here which projects exist.
 */
export function shootTarget(directory: Pick<ProjectDirectory, "byName">, { project, name }: ClusterName): ObjectTarget {
  const namespace = directory.byName(project)?.spec.namespace || `garden-${project}`;
  if (!isDns1123Label(namespace)) throw new ProblemError("not-found");
  return { resource: shoots, namespace, name };
}

/** The Shoot, read live with the user's own token, without what nobody reads. */
export async function readShoot(
  context: Pick<ClusterReading, "withToken" | "directory">,
  token: string,
  { cluster, signal }: { readonly cluster: ClusterName; readonly signal: AbortSignal },
): Promise<Shoot> {
  const target = shootTarget(context.directory, cluster);
  const answer = await context.withToken(token).get<Shoot>(target, { signal });
  return prune(answer.body);
}

export async function readCluster(
  context: ClusterReading,
  token: string,
  request: { readonly cluster: ClusterName; readonly signal: AbortSignal },
): Promise<ClusterDetail> {
  const [shoot, permissions] = await Promise.all([
    readShoot(context, token, request),
    permissionsFor(context, token, request.cluster),
  ]);
  return {
    row: context.fleet.rowOf(shoot),
    shoot: { ...shoot },
    permissions,
    readAt: new Date(context.now()).toISOString(),
  };
}

/** A hint for buttons. When the review itself fails they stay enabled: the garden decides anyway. */
async function permissionsFor(context: ClusterReading, token: string, cluster: ClusterName): Promise<Permissions> {
  const { namespace, name } = shootTarget(context.directory, cluster);
  const attributes = { verb: "patch", group: shoots.group, resource: shoots.plural, name };
  try {
    const patchShoot = await context.reviews.may(token, { ...attributes, ...(namespace ? { namespace } : {}) });
    return { patchShoot, uncertain: false };
  } catch (error) {
    if (error instanceof GardenError && error.reason !== "unauthorized") return { patchShoot: true, uncertain: true };
    throw error;
  }
}
