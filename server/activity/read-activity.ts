import "server-only";
import type { Activity } from "#lib/contract/activity.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { events } from "#lib/kube/resource.ts";
import { type ClusterReading, type ClusterRequest, shootTarget } from "#server/clusters/read-cluster.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { toShootEvent } from "./read-events.ts";
import { reduceManagedFields } from "./reduce-managed-fields.ts";

const mostEvents = 500;

/**
 * What the garden itself remembers of a cluster: the events about it, and who wrote which fields last. Both are read
 * with the user's own token; without the right to read events the rest is told nevertheless.
 */
export async function readActivity(
  context: Pick<ClusterReading, "withToken" | "scopes" | "now">,
  request: ClusterRequest,
): Promise<Activity> {
  const target = await shootTarget(context, request);
  const garden = context.withToken(request.token);
  const { signal } = request;
  const shoot = await garden.get<Shoot>(target, { signal });
  const { uid, managedFields } = shoot.body.metadata;
  const about = {
    "involvedObject.kind": "Shoot",
    "involvedObject.name": request.cluster.name,
    ...(target.namespace !== undefined && { "involvedObject.namespace": target.namespace }),
  };
  const place = { resource: events, ...(target.namespace !== undefined && { namespace: target.namespace }) };
  const found = await garden
    .list<KubeObject>(place, { fields: about, limit: mostEvents, signal })
    .then(({ body }) => ({ events: (body.items ?? []).filter((event) => isAbout(event, uid)).map(toShootEvent) }))
    .catch((error: unknown) => ({ events: [], eventsUnread: whyUnread(error) }));
  return {
    ...(uid !== undefined && { uid }),
    readAt: new Date(context.now()).toISOString(),
    ...found,
    managers: reduceManagedFields(managedFields),
  };
}

/** Not of an earlier cluster of the same name. */
function isAbout(event: KubeObject, uid: string | undefined): boolean {
  const of = textAt(event, "involvedObject", "uid");
  return of === undefined || of === "" || uid === undefined || of === uid;
}

function whyUnread(error: unknown): "forbidden" | "failed" {
  if (!(error instanceof GardenError) || error.reason === "unauthorized" || error.reason === "aborted") throw error;
  return error.reason === "forbidden" ? "forbidden" : "failed";
}
