import "server-only";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import { difference, emptyFieldSet, type FieldSet, isEmptyFieldSet, union } from "./field-set.ts";
import {
  type FieldManager,
  isSameManager,
  limitUpdateManagers,
  type ManagedFieldsEntry,
  sortedEntries,
} from "./managed-entry.ts";
import type { OwnedFields } from "./owned-fields.ts";

export interface FieldOwnerUpdate {
  readonly schema: Schema;
  /** The object before the update; undefined if it is created. */
  readonly before: OwnedFields | undefined;
  readonly after: OwnedFields;
  readonly entries: readonly ManagedFieldsEntry[];
  readonly self: FieldManager;
  readonly time: string;
}

/**
 * The managedFields entries after a create, update or patch: the writer owns the fields that it sets, other managers
 * lose these fields, and removed fields have no owner. Returns `entries` unchanged if no field changes.
 * @source Kubernetes: structured-merge-diff merge/update.go, Update
 */
export function updateFieldOwners({
  schema,
  before,
  after,
  entries,
  self,
  time,
}: FieldOwnerUpdate): readonly ManagedFieldsEntry[] {
  const { set, removed } = compareFields(schema, { before: before ?? { metadata: {} }, after });
  if (isEmptyFieldSet(set) && isEmptyFieldSet(removed)) return entries;
  const others = entries
    .filter((entry) => !isSameManager(entry, self))
    .map((entry) => withoutWrittenFields(entry, set, removed));
  const own = entries.find((entry) => isSameManager(entry, self));
  const kept = own === undefined ? emptyFieldSet : difference(own.fieldsV1, removed);
  const writtenAt = isEmptyFieldSet(set) ? own?.time : time;
  const mine: ManagedFieldsEntry = { ...self, time: writtenAt, fieldsType: "FieldsV1", fieldsV1: union(kept, set) };
  return sortedEntries(limitUpdateManagers([...others, mine], union));
}

/** Removes from a manager's entry the fields that another manager has set or removed. */
export function withoutWrittenFields(entry: ManagedFieldsEntry, set: FieldSet, removed: FieldSet): ManagedFieldsEntry {
  const left = difference(difference(entry.fieldsV1, set), removed);
  return left === entry.fieldsV1 ? entry : { ...entry, fieldsV1: left };
}
