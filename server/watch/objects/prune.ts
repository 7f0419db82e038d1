import "server-only";
import { fieldAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { withoutLastApplied } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { lastSpecWrite } from "#lib/policy/next/deferred-spec-changes.ts";
import {
  findLastWriterBesidesGardener,
  type LastWriter,
  managedFieldsEntryOfWriter,
} from "#lib/policy/next/last-writer.ts";

/** How long before an operation the write that caused it may be: gardenlet may start it weeks after a change. */
const longestHeldMs = 30 * dayMs;

/**
 * The Shoot without fields that are never used. Of managedFields it keeps the time of the last spec write, which shows
 * changes that wait for the maintenance window, and the last writer who requested an operation from Gardener.
 */
export function pruneShoot<Item extends KubeObject>(shoot: Item): Item {
  const pruned = prune(shoot);
  const written = lastSpecWrite(shoot);
  const somebody = findLastWriterBesidesGardener(shoot);
  const managedFields = [
    ...(written === undefined ? [] : [{ time: written.time, fieldsV1: { "f:spec": {} } }]),
    ...(somebody === undefined || isOld(somebody, shoot) ? [] : [managedFieldsEntryOfWriter(somebody)]),
  ];
  if (managedFields.length === 0) return pruned;
  return { ...pruned, metadata: { ...pruned.metadata, managedFields } };
}

/** Whether a write is too old to have caused the last operation. */
function isOld({ time }: LastWriter, shoot: KubeObject): boolean {
  const endedAt = parseInstant(fieldAt(shoot, "status", "lastOperation", "lastUpdateTime"));
  return endedAt !== undefined && (parseInstant(time) ?? 0) < endedAt - longestHeldMs;
}

/** Removes managedFields and the annotation of `kubectl apply`, which are half of an object's size. */
export function prune<Item extends KubeObject>(object: Item): Item {
  const { managedFields: _, annotations, ...metadata } = object.metadata;
  if (annotations === undefined) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, annotations: withoutLastApplied(annotations) } };
}
