import "server-only";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import { difference, type FieldSet, isEmpty, noFields, union } from "./field-set.ts";
import {
  capUpdateManagers,
  type FieldManager,
  isSameManager,
  type ManagedEntry,
  sortedEntries,
} from "./managed-entry.ts";
import type { OwnedFields } from "./owned-fields.ts";

export interface TrackedUpdate {
  readonly schema: Schema;
  /** Undefined for a creation. */
  readonly before: OwnedFields | undefined;
  readonly after: OwnedFields;
  readonly entries: readonly ManagedEntry[];
  readonly self: FieldManager;
  readonly time: string;
}

/**
 * Field owners after a write that is not an apply: the writer gets the fields it sets, other managers lose them, and
 * removed fields lose all owners. Returns `entries` itself if nothing changes.
 * @source Kubernetes: structured-merge-diff merge/update.go, Update
 */
export function trackUpdate({ schema, before, after, entries, self, time }: TrackedUpdate): readonly ManagedEntry[] {
  const { set, removed } = compareFields(schema, { before: before ?? { metadata: {} }, after });
  if (isEmpty(set) && isEmpty(removed)) return entries;
  const others = entries
    .filter((entry) => !isSameManager(entry, self))
    .map((entry) => withoutFields(entry, set, removed));
  const own = entries.find((entry) => isSameManager(entry, self));
  const kept = own === undefined ? noFields : difference(own.fieldsV1, removed);
  const writtenAt = isEmpty(set) ? own?.time : time;
  const mine: ManagedEntry = { ...self, time: writtenAt, fieldsType: "FieldsV1", fieldsV1: union(kept, set) };
  return sortedEntries(capUpdateManagers([...others, mine], union));
}

/** A manager's entry after other managers have set and removed fields. */
export function withoutFields(entry: ManagedEntry, set: FieldSet, removed: FieldSet): ManagedEntry {
  const left = difference(difference(entry.fieldsV1, set), removed);
  return left === entry.fieldsV1 ? entry : { ...entry, fieldsV1: left };
}
