import "server-only";
import type { Activity, FieldManager, ShootEvent } from "#lib/contract/activity.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { events } from "#lib/kube/resource.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type ClusterReadContext, type ClusterRequest, shootTarget } from "#server/clusters/read-cluster.ts";
import type { Fleet } from "#server/fleet/fleet.ts";
import { GardenError } from "#server/garden/garden-error.ts";

const mostEvents = 500;
const mostFields = 12;

/**
 * Reads the recorded activity of a cluster: its Events, and which field manager last wrote which fields. Both use the
 * user's own token; without permission to read Events the field managers are still returned.
 */
export async function readActivity(
  context: Pick<ClusterReadContext, "withToken" | "scopes" | "now"> & { readonly fleet: Pick<Fleet, "summaries"> },
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
    managers: listFieldManagers(managedFields),
    summaries: summariesOf(shoot.body, context.fleet),
  };
}

/** What the latest operations did, the newest first; of the last maintenance at least what the Shoot reports. */
function summariesOf(shoot: Shoot, { summaries }: Pick<Fleet, "summaries">): Activity["summaries"] {
  const { uid = "" } = shoot.metadata;
  const observed = [...summaries.recordsOf(uid), summaries.underWayOf(uid)].flatMap((record) => record?.summary ?? []);
  const reported = summaries.reportedOf(shoot);
  const isKnown = observed.some(({ cause, begunAt }) => cause.kind === "maintenance" && begunAt === reported?.begunAt);
  const all = reported === undefined || isKnown ? observed : [reported, ...observed];
  return all.toSorted((a, b) => (parseInstant(b.begunAt) ?? 0) - (parseInstant(a.begunAt) ?? 0));
}

/** Whether an Event is about the Shoot with this uid, and not about a deleted one of the same name. */
function isAbout(event: KubeObject, uid: string | undefined): boolean {
  const of = stringAt(event, "involvedObject", "uid");
  return of === undefined || of === "" || uid === undefined || of === uid;
}

function whyUnread(error: unknown): "forbidden" | "failed" {
  if (!(error instanceof GardenError) || error.reason === "unauthorized" || error.reason === "aborted") throw error;
  return error.reason === "forbidden" ? "forbidden" : "failed";
}

/** Converts a Kubernetes Event of either API: core/v1 has `count`, events.k8s.io has `series`. */
export function toShootEvent(event: KubeObject): ShootEvent {
  const count = fieldAt(event, "series", "count") ?? fieldAt(event, "count");
  const component = stringAt(event, "source", "component") ?? stringAt(event, "reportingComponent");
  const once = stringAt(event, "eventTime");
  const firstAt = stringAt(event, "firstTimestamp") ?? once ?? stringAt(event, "metadata", "creationTimestamp");
  const lastAt = stringAt(event, "series", "lastObservedTime") ?? stringAt(event, "lastTimestamp") ?? once ?? firstAt;
  return {
    id: event.metadata.uid ?? event.metadata.name,
    type: stringAt(event, "type") ?? "Normal",
    reason: stringAt(event, "reason") ?? "",
    message: (stringAt(event, "message") ?? stringAt(event, "note") ?? "").slice(0, 4_000),
    count: typeof count === "number" && Number.isInteger(count) && count > 0 ? count : 1,
    ...(component !== undefined && component !== "" && { component }),
    ...(firstAt !== undefined && { firstAt }),
    ...(lastAt !== undefined && { lastAt }),
  };
}

/** Lists from managedFields who last wrote which fields; topmost names only, since there can be thousands of fields. */
export function listFieldManagers(managedFields: unknown): FieldManager[] {
  if (!Array.isArray(managedFields)) return [];
  return managedFields.flatMap((entry: unknown) => {
    const manager = stringAt(entry, "manager");
    if (manager === undefined || !isRecord(entry)) return [];
    const fields = topFields(entry.fieldsV1);
    const [operation, subresource, at] = ["operation", "subresource", "time"].map((field) => stringAt(entry, field));
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
