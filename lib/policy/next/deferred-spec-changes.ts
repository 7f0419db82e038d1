import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { isGenerationObserved } from "../status/failed-and-up-to-date.ts";

/** Whether spec changes wait for the maintenance window. */
export type DeferredSpecChanges = "none" | "perhaps" | "likely";

/**
 * Whether a reconcile would roll out spec changes that wait for the maintenance window. Gardener does not report them,
 * because it keeps the generation while they wait. A managedFields entry newer than the last operation shows such a
 * change; a field that was only removed leaves no entry, so without one the result is still `perhaps`.
 */
export function deferredSpecChangesOf({ metadata: { managedFields }, spec, status }: Shoot): DeferredSpecChanges {
  if (spec.maintenance?.confineSpecUpdateRollout !== true) return "none";
  const { state, lastUpdateTime } = status?.lastOperation ?? {};
  const rolledOutAt = state === "Succeeded" ? parseInstant(lastUpdateTime) : undefined;
  if (rolledOutAt === undefined || !Array.isArray(managedFields)) return "likely";
  const isRolledOut = managedFields.every((entry: unknown) => !writesSpec(entry) || writtenAt(entry) <= rolledOutAt);
  return isRolledOut ? "perhaps" : "likely";
}

/**
 * Whether the last operation has rolled out the whole spec, so that a further one changes nothing in the cluster. Never
 * for a Shoot that confines changes to its window, because Gardener does not report whether some wait.
 */
export function isSpecRolledOut(shoot: Shoot): boolean {
  const isFinished = isGenerationObserved(shoot) && shoot.status?.lastOperation?.state === "Succeeded";
  return isFinished && deferredSpecChangesOf(shoot) === "none";
}

/** The last write of the spec recorded in managedFields: `time` as written there, `at` in milliseconds since 1970. */
export function lastSpecWrite({
  metadata: { managedFields },
}: Pick<KubeObject, "metadata">): { readonly time: string; readonly at: number } | undefined {
  if (!Array.isArray(managedFields)) return undefined;
  let last: { readonly time: string; readonly at: number } | undefined;
  for (const entry of managedFields) {
    if (!writesSpec(entry) || typeof entry.time !== "string") continue;
    const at = parseInstant(entry.time);
    if (at !== undefined && (last === undefined || at > last.at)) last = { time: entry.time, at };
  }
  return last;
}

/** Time of the last write of the spec, in milliseconds since 1970; undefined when managedFields does not have it. */
export function specWrittenAt(shoot: Pick<KubeObject, "metadata">): number | undefined {
  return lastSpecWrite(shoot)?.at;
}

/**
 * Since when spec changes wait for the maintenance window, in milliseconds since 1970; undefined when managedFields
 * shows no write after the last successful operation.
 */
export function specChangesDeferredSince(shoot: Shoot): number | undefined {
  const { spec, status } = shoot;
  if (spec.maintenance?.confineSpecUpdateRollout !== true || status?.lastOperation?.state !== "Succeeded")
    return undefined;
  const [rolledOutAt, writtenAt] = [parseInstant(status.lastOperation.lastUpdateTime), specWrittenAt(shoot)];
  if (rolledOutAt === undefined || writtenAt === undefined) return undefined;
  return writtenAt > rolledOutAt ? writtenAt : undefined;
}

function writesSpec(entry: unknown): entry is Readonly<Record<string, unknown>> {
  return isRecord(entry) && (!isRecord(entry.fieldsV1) || "f:spec" in entry.fieldsV1);
}

/** Time of the write recorded in a managedFields entry; without a readable time it counts as just written. */
function writtenAt({ time }: Readonly<Record<string, unknown>>): number {
  return (typeof time === "string" ? parseInstant(time) : undefined) ?? Number.POSITIVE_INFINITY;
}
