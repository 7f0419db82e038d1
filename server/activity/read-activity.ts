import "server-only";
import type { Activity, FieldManager, ShootEvent } from "#lib/contract/activity.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { events } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type ClusterReadContext, type ClusterRequest, shootTarget } from "#server/clusters/read-cluster.ts";
import { GardenError } from "#server/garden/garden-error.ts";

const mostEvents = 500;
const mostFields = 12;

/**
 * Reads the activity that the garden records of a cluster: its events, and which manager last wrote which fields. Both
 * use the user's own token; without permission to read events the rest is still returned.
 */
export async function readActivity(
  context: Pick<ClusterReadContext, "withToken" | "scopes" | "now">,
  request: ClusterRequest,
): Promise<Activity> {
  const target = await shootTarget(context, request);
  const { namespace = "" } = target;
  const garden = context.withToken(request.token);
  const { signal } = request;
  const shoot = await garden.get<Shoot>(target, { signal });
  const { uid, managedFields } = shoot.body.metadata;
  const about = {
    "involvedObject.kind": "Shoot",
    "involvedObject.name": request.cluster.name,
    "involvedObject.namespace": namespace,
  };
  const place = { resource: events, namespace };
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

/** Excludes events of an earlier cluster with the same name. */
function isAbout(event: KubeObject, uid: string | undefined): boolean {
  const of = textAt(event, "involvedObject", "uid");
  return of === undefined || of === "" || uid === undefined || of === uid;
}

function whyUnread(error: unknown): "forbidden" | "failed" {
  if (!(error instanceof GardenError) || error.reason === "unauthorized" || error.reason === "aborted") throw error;
  return error.reason === "forbidden" ? "forbidden" : "failed";
}

/** Converts an event of either API: core/v1 has `count`, events.k8s.io has `series`. */
export function toShootEvent(event: KubeObject): ShootEvent {
  const count = fieldAt(event, "series", "count") ?? fieldAt(event, "count");
  const component = textAt(event, "source", "component") ?? textAt(event, "reportingComponent");
  const once = textAt(event, "eventTime");
  const firstAt = textAt(event, "firstTimestamp") ?? once ?? textAt(event, "metadata", "creationTimestamp");
  const lastAt = textAt(event, "series", "lastObservedTime") ?? textAt(event, "lastTimestamp") ?? once ?? firstAt;
  return {
    id: event.metadata.uid ?? event.metadata.name,
    type: textAt(event, "type") ?? "Normal",
    reason: textAt(event, "reason") ?? "",
    message: (textAt(event, "message") ?? textAt(event, "note") ?? "").slice(0, 4_000),
    count: typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 1,
    ...(component !== undefined && component !== "" && { component }),
    ...(firstAt !== undefined && { firstAt }),
    ...(lastAt !== undefined && { lastAt }),
  };
}

/** Which manager last wrote which fields. Field sets can be long, so only the topmost names are kept. */
export function reduceManagedFields(managedFields: unknown): FieldManager[] {
  if (!Array.isArray(managedFields)) return [];
  return managedFields.flatMap((entry: unknown) => {
    const manager = textAt(entry, "manager");
    if (manager === undefined || !isRecord(entry)) return [];
    const fields = topFields(entry.fieldsV1);
    const [operation, subresource, at] = ["operation", "subresource", "time"].map((field) => textAt(entry, field));
    return [
      {
        manager,
        ...(operation !== undefined && { operation }),
        ...(subresource !== undefined && subresource !== "" && { subresource }),
        ...(at !== undefined && { at }),
        fields: fields.slice(0, mostFields),
        more: Math.max(0, fields.length - mostFields),
      },
    ];
  });
}

/** Field names two levels deep: `spec.kubernetes`, `metadata.annotations`, `status.lastOperation`. */
function topFields(fieldsV1: unknown): string[] {
  return children(fieldsV1).flatMap(([name, below]) => {
    const inner = children(below).map(([field]) => `${name}.${field}`);
    return inner.length === 0 ? [name] : inner;
  });
}

function children(fields: unknown): (readonly [string, unknown])[] {
  if (!isRecord(fields)) return [];
  return Object.entries(fields).flatMap(([key, below]) =>
    key.startsWith("f:") ? [[key.slice(2), below] as const] : [],
  );
}
