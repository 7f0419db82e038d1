import "server-only";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { emptyFieldSet, type FieldSet, isEmptyFieldSet, parseFieldSet } from "./field-set.ts";

/** A field manager of an object. One client can have two managers: one for Apply and one for Update operations. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
}

/** An entry of metadata.managedFields. */
export interface ManagedFieldsEntry extends FieldManager {
  readonly time?: string | undefined;
  readonly fieldsType: "FieldsV1";
  readonly fieldsV1: FieldSet;
}

/** Whether two entries belong to the same field manager. For Apply operations, the API version is not compared. */
export function isSameManager(left: FieldManager, right: FieldManager): boolean {
  return (
    left.manager === right.manager &&
    left.operation === right.operation &&
    (left.subresource ?? "") === (right.subresource ?? "") &&
    (left.operation === "Apply" || left.apiVersion === right.apiVersion)
  );
}

/** Parses the managedFields of an object or request; undefined if any entry is invalid. */
export function parseManagedFields(
  managedFields: readonly unknown[] | undefined,
): readonly ManagedFieldsEntry[] | undefined {
  const entries: ManagedFieldsEntry[] = [];
  for (const value of managedFields ?? []) {
    const entry = parseEntry(value);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
}

const longestManager = 128;

function parseEntry(value: unknown): ManagedFieldsEntry | undefined {
  if (!isRecord(value) || value.fieldsType !== "FieldsV1") return undefined;
  const { manager = "", operation, apiVersion, subresource, time } = value;
  if (operation !== "Apply" && operation !== "Update") return undefined;
  if (typeof manager !== "string" || manager.length > longestManager || typeof apiVersion !== "string")
    return undefined;
  const fieldsV1 = parseFieldSet(value.fieldsV1 ?? {});
  if (fieldsV1 === undefined) return undefined;
  return {
    manager,
    operation,
    apiVersion,
    ...(typeof time === "string" ? { time } : {}),
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(typeof subresource === "string" && subresource !== "" ? { subresource } : {}),
  };
}

/** Parses the managedFields of a stored object, which are valid because this server wrote them. */
export function readStoredManagedFields(managedFields: readonly unknown[] | undefined): readonly ManagedFieldsEntry[] {
  return (managedFields ?? []).every(isStoredEntry) ? (managedFields ?? []).filter(isStoredEntry) : [];
}

function isStoredEntry(value: unknown): value is ManagedFieldsEntry {
  return isRecord(value) && value.fieldsType === "FieldsV1" && isRecord(value.fieldsV1);
}

/** Whether a request resets all field owners: its managedFields contain exactly one empty entry. */
export function isManagedFieldsReset(managedFields: readonly unknown[] | undefined): boolean {
  const [only] = managedFields ?? [];
  return managedFields?.length === 1 && isRecord(only) && Object.keys(only).length === 0;
}

/** Whether two lists of managedFields entries are equal, ignoring their timestamps. */
export function sameOwners(left: readonly ManagedFieldsEntry[], right: readonly ManagedFieldsEntry[]): boolean {
  if (left === right) return true;
  const timeless = ({ time: _time, ...rest }: ManagedFieldsEntry) => rest;
  return (
    left.length === right.length &&
    left.every((entry, at) => {
      const other = right[at];
      return other !== undefined && (entry === other || semanticallyEqual(timeless(entry), timeless(other)));
    })
  );
}

/** Sorts managedFields entries as the API server does: Apply first, then oldest first. Drops those without fields. */
export function sortedEntries(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const rank = (entry: ManagedFieldsEntry) => [
    entry.operation,
    entry.time ?? "",
    entry.manager,
    entry.apiVersion,
    entry.subresource ?? "",
  ];
  return entries
    .filter(({ fieldsV1 }) => !isEmptyFieldSet(fieldsV1))
    .map((entry) => ({ entry, rank: rank(entry).join("\0") }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ entry }) => entry);
}

const mostUpdaters = 10;
const ancient = "ancient-changes";

/**
 * Merges the oldest Update managers so that at most ten remain, which limits the growth of an object.
 * @source Kubernetes: apimachinery pkg/util/managedfields/internal/capmanagers.go
 */
export function limitUpdateManagers(
  entries: readonly ManagedFieldsEntry[],
  join: (left: FieldSet, right: FieldSet) => FieldSet,
): readonly ManagedFieldsEntry[] {
  const updaters = sortedEntries(entries).filter(({ operation }) => operation === "Update");
  if (updaters.length <= mostUpdaters) return entries;
  const joined = updaters.slice(0, updaters.length - mostUpdaters + 1);
  const youngest = joined.at(-1);
  if (youngest === undefined) return entries;
  const { apiVersion, time } = youngest;
  const fieldsV1 = joined.reduce((all, entry) => join(all, entry.fieldsV1), emptyFieldSet);
  const bucket: ManagedFieldsEntry = {
    manager: ancient,
    operation: "Update",
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
  return [...entries.filter((entry) => !joined.includes(entry)), bucket];
}
