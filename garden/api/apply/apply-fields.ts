import "server-only";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import type { FieldConflict } from "./field-conflicts.ts";
import { difference, emptyFieldSet, type FieldSet, intersection, isEmptyFieldSet, union } from "./field-set.ts";
import { fieldSetOf, withEnclosingBlocks } from "./field-set-of.ts";
import { type FieldManager, isSameManager, type ManagedFieldsEntry, sortedEntries } from "./managed-entry.ts";
import { mergeFields } from "./merge-fields.ts";
import type { OwnedFields } from "./owned-fields.ts";
import { removeFields, withoutNulls } from "./remove-fields.ts";
import { withoutWrittenFields } from "./update-field-owners.ts";

export interface ApplyFieldsInput {
  readonly schema: Schema;
  readonly live: OwnedFields;
  readonly applied: Readonly<Record<string, unknown>>;
  readonly entries: readonly ManagedFieldsEntry[];
  readonly self: FieldManager;
  readonly time: string;
}

export interface ApplyFieldsResult {
  /** Live object merged with the applied one, without fields that the manager dropped and nobody else owns. */
  readonly value: unknown;
  readonly entries: readonly ManagedFieldsEntry[];
  /** Fields that the apply takes from other managers; `entries` already assigns them to the applying manager. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Server-side apply: merges a manager's fields, and removes fields of its previous apply that it no longer sends.
 * @source Kubernetes: structured-merge-diff merge/update.go, Apply
 */
export function applyFields({ schema, live, applied, entries, self, time }: ApplyFieldsInput): ApplyFieldsResult {
  const merged = mergeFields(schema, live, applied);
  const wish = fieldSetOf(schema, applied);
  const last = entries.find((entry) => isSameManager(entry, self))?.fieldsV1 ?? emptyFieldSet;
  const others = entries.filter((entry) => !isSameManager(entry, self));
  const owned = others.reduce((all, { fieldsV1 }) => union(all, fieldsV1), wish);
  const value = isEmptyFieldSet(last) ? merged : prune({ schema, merged, last, owned });
  const { set: changed, removed } = compareFields(schema, { before: live, after: value });
  const conflicts = others
    .map((entry) => ({ with: entry, fields: intersection(entry.fieldsV1, changed) }))
    .filter(({ fields }) => !isEmptyFieldSet(fields));
  const mine: ManagedFieldsEntry = { ...self, time, fieldsType: "FieldsV1", fieldsV1: wish };
  const left = others.map((entry) => withoutWrittenFields(entry, changed, removed));
  return { value: withoutNulls(value), entries: sortedEntries([...left, mine]), conflicts };
}

interface Pruning {
  readonly schema: Schema;
  readonly merged: unknown;
  /** Fields that the applying manager owned after its previous apply. */
  readonly last: FieldSet;
  /** Fields that any field manager owns after this apply, including the new fields of the applying manager. */
  readonly owned: FieldSet;
}

/**
 * Removes the fields that only the applying manager owned, and objects that become empty. Unowned fields stay.
 * @source Kubernetes: structured-merge-diff merge/update.go, prune
 */
function prune({ schema, merged, last, owned }: Pruning): unknown {
  const all = withEnclosingBlocks(schema, fieldSetOf(schema, merged), merged);
  const doomed = withEnclosingBlocks(schema, last, merged);
  const leftOf = (value: unknown) => withEnclosingBlocks(schema, fieldSetOf(schema, value), value);
  const bare = removeFields(schema, merged, doomed);
  const kept = union(leftOf(bare), withEnclosingBlocks(schema, owned, merged));
  const pruned = removeFields(schema, merged, difference(all, kept));
  return removeFields(schema, merged, intersection(difference(all, leftOf(pruned)), doomed));
}
