import "server-only";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import type { FieldConflict } from "./field-conflicts.ts";
import { difference, type FieldSet, intersection, isEmpty, noFields, union } from "./field-set.ts";
import { fieldSetOf, withBlocks } from "./field-set-of.ts";
import { arranged, type FieldManager, isSameManager, type ManagedEntry } from "./managed-entry.ts";
import { mergeFields } from "./merge-fields.ts";
import type { OwnedPart } from "./owned-part.ts";
import { removeFields, withoutNulls } from "./remove-fields.ts";
import { without } from "./track-update.ts";

export interface Application {
  readonly schema: Schema;
  readonly live: OwnedPart;
  readonly applied: Readonly<Record<string, unknown>>;
  readonly entries: readonly ManagedEntry[];
  readonly self: FieldManager;
  readonly time: string;
}

export interface Applied {
  /** The live value with what is applied, and without what its manager no longer applies and nobody else owns. */
  readonly value: unknown;
  readonly entries: readonly ManagedEntry[];
  /** What is taken from others; they have lost it in `entries` already, as by force. */
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Applies a manager's whole wish.
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
  const left = others.map((entry) => without(entry, changed, removed));
  return { value: withoutNulls(value), entries: arranged([...left, mine]), conflicts };
}

interface Pruning {
  readonly schema: Schema;
  readonly merged: unknown;
  /** What the manager applied last time. */
  readonly last: FieldSet;
  /** What anybody owns from now on, the manager's new wish included. */
  readonly owned: FieldSet;
}

/**
 * Takes away what was the manager's alone. A block goes when all that was in it goes; what nobody owns stays.
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
