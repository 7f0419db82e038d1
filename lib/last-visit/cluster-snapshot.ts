import * as z from "zod/mini";
import type { FleetRow } from "#lib/contract/fleet.ts";
import type { RowForecast } from "#lib/contract/forecast.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { reconcileBlockerOfRow } from "#lib/policy/next/row-state.ts";
import { dayNumber, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";

/** Stored state of one cluster at a visit: all facts whose change the user should notice at the next visit. */
export const clusterSnapshotSchema = z.object({
  /** Beginning of the cluster's uid, sufficient to distinguish it from a later cluster of the same name. */
  id: z.string(),
  namespace: z.string(),
  project: z.string(),
  name: z.string(),
  kubernetes: z.string(),
  images: z.array(z.object({ name: z.string(), version: z.string() })),
  health: z.string(),
  /** State of a last operation that did not succeed: `failed` or `retrying`. */
  broken: z.optional(z.string()),
  /** What holds Gardener back from reconciling the cluster, and what work waits meanwhile. */
  held: z.optional(z.string()),
  waiting: z.optional(z.string()),
  /** End of the cluster's lifetime. */
  endsAt: z.optional(z.string()),
  codes: z.array(z.string()),
  failing: z.array(z.string()),
  rotations: z.array(z.object({ family: z.string(), waits: z.boolean() })),
  deleting: z.boolean(),
  /** First forced change and dead ends; absent if the forecast was unknown. */
  forecast: z.optional(
    z.object({
      forced: z.optional(
        z.object({
          hop: z.string(),
          image: z.optional(z.string()),
          from: z.string(),
          to: z.string(),
          /** Day of a forced change since 1970 (UTC); absent if due already, so that the change awaits any window. */
          day: z.optional(z.int()),
        }),
      ),
      stuck: z.array(
        z.object({
          code: z.string(),
          version: z.string(),
          missing: z.optional(z.string()),
          profile: z.optional(z.string()),
          /** True if only a later version is missing, which is no problem while the date is far away. */
          open: z.optional(z.boolean()),
        }),
      ),
    }),
  ),
});
export type ClusterSnapshot = z.infer<typeof clusterSnapshotSchema>;

const lettersOfId = 13;

/** Returns the current state of a cluster, for storing. */
export function clusterSnapshotOf(row: FleetRow, now: number): ClusterSnapshot {
  const { uid, namespace, project, name, kubernetes, images, health, endsAt, errorCodes, conditions } = row;
  const course = operationStateOfRow(row);
  const isBroken = course === "failed" || course === "retrying";
  const hold = reconcileBlockerOfRow(row);
  const forecast = seenForecast(row.forecast, now);
  return {
    id: uid.slice(0, lettersOfId),
    namespace,
    project,
    name,
    kubernetes: kubernetes.version,
    images: imagesOf(images),
    health,
    ...(isBroken && { broken: course }),
    ...(hold !== undefined && { held: hold }),
    ...(hold !== undefined && row.next.waiting !== undefined && { waiting: row.next.waiting }),
    ...(endsAt !== undefined && { endsAt }),
    codes: isBroken ? errorCodes.toSorted() : [],
    failing: conditions.flatMap(({ type, status }) => (status === "False" ? [type] : [])).toSorted(),
    rotations: (row.rotations ?? []).map(({ family, wait }) => ({ family, waits: wait !== undefined })),
    deleting: row.deletionRequestedAt !== undefined,
    ...(forecast && { forecast }),
  };
}

/** Returns each machine image version once, however many pools run it. */
function imagesOf(images: FleetRow["images"]): ClusterSnapshot["images"] {
  const byText = new Map(images.map(({ name, version }) => [`${name} ${version}`, { name, version }]));
  return [...byText.keys()].toSorted().flatMap((text) => byText.get(text) ?? []);
}

function seenForecast(forecast: RowForecast | undefined, now: number): ClusterSnapshot["forecast"] {
  if (forecast === undefined || forecast.without !== undefined) return undefined;
  const [first] = forecast.forced;
  const forced = first && {
    hop: first.hop,
    ...(first.image !== undefined && { image: first.image }),
    from: first.from,
    to: first.to,
    ...(first.overdue !== true && { day: dayNumber(first.earliestAt) }),
  };
  const stuck = forecast.deadEnds.map((deadEnd) => ({
    code: deadEnd.code,
    version: deadEnd.version,
    ...(deadEnd.missing !== undefined && { missing: deadEnd.missing }),
    ...(deadEnd.profile !== undefined && { profile: deadEnd.profile }),
    ...(urgencyOf(deadEnd, now) === "open" && { open: true }),
  }));
  return { ...(forced && { forced }), stuck };
}
