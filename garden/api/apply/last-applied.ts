import "server-only";
import { lastAppliedAnnotation as annotation } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parseJsonOrUndefined } from "#lib/kube/parse-json-or-undefined.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import type { FieldConflict } from "./field-conflicts.ts";
import { difference, isEmptyFieldSet } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import type { FieldManager } from "./managed-entry.ts";
import { type OwnedFields, ownedFieldsOf } from "./owned-fields.ts";

/** Client-side apply is supported for kubectl only: for its migration to server-side apply. */
const kubectl = "kubectl";

interface Live {
  readonly schema: Schema;
  readonly current: KubeObject;
  readonly live: OwnedFields;
  readonly reach: Parameters<typeof ownedFieldsOf>[1];
  readonly self: FieldManager;
}

/**
 * The conflicts of a server-side apply, except for fields that kubectl already set by client-side apply.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/lastappliedmanager.go
 */
export function conflictsOutsideLastApplied(
  conflicts: readonly FieldConflict[],
  { schema, current, live, reach, self }: Live,
): readonly FieldConflict[] {
  if (self.manager !== kubectl || conflicts.length === 0) return conflicts;
  const last = lastApplied(current);
  if (last === undefined) return conflicts;
  const part = ownedFieldsOf(last, reach);
  const { set, removed } = compareFields(schema, { before: part, after: live });
  const own = difference(difference(fieldSetOf(schema, part), set), removed);
  return conflicts
    .map((conflict) => ({ ...conflict, fields: difference(conflict.fields, own) }))
    .filter(({ fields }) => !isEmptyFieldSet(fields));
}

/** Updates the last-applied annotation of kubectl, for users who still run client-side apply on the object. */
export function withLastAppliedAnnotation(
  merged: KubeObject,
  { object, self }: { readonly object: KubeObject; readonly self: FieldManager },
): KubeObject {
  const { annotations } = merged.metadata;
  if (self.manager !== kubectl || self.subresource !== undefined || !annotations?.[annotation]) return merged;
  const { managedFields: _owners, ...metadata } = object.metadata;
  const text = `${JSON.stringify({ ...object, metadata })}\n`;
  return { ...merged, metadata: { ...merged.metadata, annotations: { ...annotations, [annotation]: text } } };
}

function lastApplied({ metadata }: KubeObject): object | undefined {
  const value = parseJsonOrUndefined(metadata.annotations?.[annotation] ?? "");
  return isRecord(value) ? value : undefined;
}
