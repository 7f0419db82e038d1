import "server-only";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import type { FieldConflict } from "./field-conflicts.ts";
import { difference, type FieldSet, intersection, isEmpty, noFields, union } from "./field-set.ts";
import { fieldSetOf, withBlocks } from "./field-set-of.ts";
import { type FieldManager, isSameManager, type ManagedEntry, sortedEntries } from "./managed-entry.ts";
import { mergeFields } from "./merge-fields.ts";
import type { OwnedFields } from "./owned-fields.ts";
import { removeFields, withoutNulls } from "./remove-fields.ts";
import { withoutFields } from "./track-update.ts";

export interface Application {
  readonly schema: Schema;
  readonly live: OwnedFields;
  readonly applied: Readonly<Record<string, unknown>>;
  readonly entries: readonly ManagedEntry[];
  readonly self: FieldManager;
  readonly time: string;
}

export interface Applied {
  /** The live value merged with the applied one, minus fields that this manager dropped and no other manager owns. */
  readonly value: unknown;
  readonly entries: readonly ManagedEntry[];
  /** Fields taken from other managers. Their `entries` no longer include them, as if the apply were forced. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Applies the complete intent of a manager; fields of its last apply that are missing now are removed.
 * @source Kubernetes: structured-merge-diff merge/update.go, Apply
 */
export function applyFields({ schema, live, applied, entries, self, time }: Application): Applied {
  const merged = mergeFields(schema, live, applied);
  const wish = fieldSetOf(schema, applied);
  const last = entries.find((entry) => isSameManager(entry, self))?.fieldsV1 ?? noFields;
  const others = entries.filter((entry) => !isSameManager(entry, self));
  const owned = others.reduce((all, { fieldsV1 }) => union(all, fieldsV1), wish);
  const value = isEmpty(last) ? merged : prune({ schema, merged, last, owned });
  const { set: changed, removed } = compareFields(schema, { before: live, after: value });
  const conflicts = others
    .map((entry) => ({ with: entry, fields: intersection(entry.fieldsV1, changed) }))
    .filter(({ fields }) => !isEmpty(fields));
  const mine: ManagedEntry = { ...self, time, fieldsType: "FieldsV1", fieldsV1: wish };
  const left = others.map((entry) => withoutFields(entry, changed, removed));
  return { value: withoutNulls(value), entries: sortedEntries([...left, mine]), conflicts };
}

interface Pruning {
  readonly schema: Schema;
  readonly merged: unknown;
  /** Fields that the manager applied last time. */
  readonly last: FieldSet;
  /** Fields that any manager owns after this apply, including this manager's new ones. */
  readonly owned: FieldSet;
}

/**
 * Removes the fields that only this manager owned. Emptied blocks are removed, too; fields without an owner stay.
 * @source Kubernetes: structured-merge-diff merge/update.go, prune
 */
function prune({ schema, merged, last, owned }: Pruning): unknown {
  const all = withBlocks(schema, fieldSetOf(schema, merged), merged);
  const doomed = withBlocks(schema, last, merged);
  const leftOf = (value: unknown) => withBlocks(schema, fieldSetOf(schema, value), value);
  const bare = removeFields(schema, merged, doomed);
  const kept = union(leftOf(bare), withBlocks(schema, owned, merged));
  const pruned = removeFields(schema, merged, difference(all, kept));
  return removeFields(schema, merged, intersection(difference(all, leftOf(pruned)), doomed));
}
