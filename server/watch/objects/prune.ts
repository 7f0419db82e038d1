import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { lastSpecWrite } from "#lib/policy/next/deferred-spec-changes.ts";
import { type LastWriter, recordOf, somebodyWroteLast } from "#lib/policy/next/last-writer.ts";

/** A change may wait for weeks before gardenlet starts an operation for it. */
const longestHeldMs = 30 * dayMs;

/**
 * The Shoot without unused fields. Of managedFields it keeps the time of the last spec write, the only sign of changes
 * that wait for the window, and the last writer who requested something from Gardener, unless Gardener itself.
 */
export function pruneShoot<Item extends KubeObject>(shoot: Item): Item {
  const pruned = prune(shoot);
  const written = lastSpecWrite(shoot);
  const somebody = somebodyWroteLast(shoot);
  const managedFields = [
    ...(written === undefined ? [] : [{ time: written.time, fieldsV1: { "f:spec": {} } }]),
    ...(somebody === undefined || isOld(somebody, shoot) ? [] : [recordOf(somebody)]),
  ];
  if (managedFields.length === 0) return pruned;
  return { ...pruned, metadata: { ...pruned.metadata, managedFields } };
}

/** Whether a write is too old to have caused the last operation. */
function isOld({ time }: LastWriter, shoot: KubeObject): boolean {
  const endedAt = parseInstant(fieldAt(shoot, "status", "lastOperation", "lastUpdateTime"));
  return endedAt !== undefined && (parseInstant(time) ?? 0) < endedAt - longestHeldMs;
}

/** Removes fields that only `kubectl apply` and the API server use: half of an object's size. */
export function prune<Item extends KubeObject>(object: Item): Item {
  const { managedFields: _, annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: withoutLastApplied(annotations) } };
}
