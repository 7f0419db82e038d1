import "server-only";
import { lastAppliedAnnotation as annotation } from "#lib/kube/last-applied.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { parsedJson } from "#lib/kube/parsed-json.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import type { FieldConflict } from "./field-conflicts.ts";
import { difference, isEmpty } from "./field-set.ts";
import { fieldSetOf } from "./field-set-of.ts";
import type { FieldManager } from "./managed-entry.ts";
import { type OwnedFields, ownedFieldsOf } from "./owned-fields.ts";

/** Only kubectl's own migration from client-side to server-side apply is supported. */
const kubectl = "kubectl";

interface Live {
  readonly schema: Schema;
  readonly current: KubeObject;
  readonly live: OwnedFields;
  readonly reach: Parameters<typeof ownedFieldsOf>[1];
  readonly self: FieldManager;
}

/**
 * Conflicts without the fields that kubectl already applied client-side: those were its own before.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/lastappliedmanager.go
 */
export function conflictsBeyondLastApplied(
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
    .filter(({ fields }) => !isEmpty(fields));
}

/** Updates kubectl's last-applied annotation, for users who still apply client-side. */
export function withLastApplied(
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
  const value = parsedJson(metadata.annotations?.[annotation] ?? "");
  return isRecord(value) ? value : undefined;
}
