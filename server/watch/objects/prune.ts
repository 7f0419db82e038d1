import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { lastSpecWrite } from "#lib/policy/next/held-changes.ts";
import { type LastWriter, recordOf, somebodyWroteLast } from "#lib/policy/next/last-writer.ts";

/** A change may be held back for weeks before gardenlet begins an operation because of it. */
const longestHeldMs = 30 * dayMs;

/**
 * The Shoot without what nobody reads; of the record of writers only when its spec was written last, which is all that
 * tells of changes that wait for the maintenance window, and who asked Gardener for something last, unless it was itself.
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

/** Whether what somebody wrote cannot be why the last operation began. */
function isOld({ time }: LastWriter, shoot: KubeObject): boolean {
  const endedAt = parseInstant(fieldAt(shoot, "status", "lastOperation", "lastUpdateTime"));
  return endedAt !== undefined && (parseInstant(time) ?? 0) < endedAt - longestHeldMs;
}

/** The object without what only `kubectl apply` and the API server read: half of its size, and nobody looks at it. */
export function prune<Item extends KubeObject>(object: Item): Item {
  const { managedFields: _, annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: withoutLastApplied(annotations) } };
}
