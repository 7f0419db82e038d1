import "server-only";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { type FieldSet, isEmpty, noFields, parseFieldSet } from "./field-set.ts";

/** A field manager. A client can have two entries: for fields it applied and fields it changed otherwise. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource?: string | undefined;
}

/** An entry of metadata.managedFields. */
export interface ManagedEntry extends FieldManager {
  readonly time?: string | undefined;
  readonly fieldsType: "FieldsV1";
  readonly fieldsV1: FieldSet;
}

/** Whether both are the same manager. The API version does not matter for an Apply manager. */
export function isSameManager(left: FieldManager, right: FieldManager): boolean {
  return (
    left.manager === right.manager &&
    left.operation === right.operation &&
    (left.subresource ?? "") === (right.subresource ?? "") &&
    (left.operation === "Apply" || left.apiVersion === right.apiVersion)
  );
}

/** Parses the managedFields of an object or request; undefined if any entry is invalid. */
export function parseEntries(managedFields: readonly unknown[] | undefined): readonly ManagedEntry[] | undefined {
  const entries: ManagedEntry[] = [];
  for (const value of managedFields ?? []) {
    const entry = parseEntry(value);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return entries;
}

const longestManager = 128;

function parseEntry(value: unknown): ManagedEntry | undefined {
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

/** The managedFields of a stored object, which this server wrote itself. */
export function storedEntries(managedFields: readonly unknown[] | undefined): readonly ManagedEntry[] {
  return (managedFields ?? []).every(isStoredEntry) ? (managedFields ?? []).filter(isStoredEntry) : [];
}

function isStoredEntry(value: unknown): value is ManagedEntry {
  return isRecord(value) && value.fieldsType === "FieldsV1" && isRecord(value.fieldsV1);
}

/** Whether a client asks to reset all field owners, by a list of one empty entry. */
export function isOwnerReset(managedFields: readonly unknown[] | undefined): boolean {
  const [only] = managedFields ?? [];
  return managedFields?.length === 1 && isRecord(only) && Object.keys(only).length === 0;
}

/** Whether two lists of entries are equal except for their times. */
export function sameOwners(left: readonly ManagedEntry[], right: readonly ManagedEntry[]): boolean {
  if (left === right) return true;
  const timeless = ({ time: _time, ...rest }: ManagedEntry) => rest;
  return (
    left.length === right.length &&
    left.every((entry, at) => {
      const other = right[at];
      return other !== undefined && (entry === other || semanticallyEqual(timeless(entry), timeless(other)));
    })
  );
}

/** Entries in the order of the API: Apply before Update, then oldest first. Entries without fields are dropped. */
export function sortedEntries(entries: readonly ManagedEntry[]): readonly ManagedEntry[] {
  const rank = (entry: ManagedEntry) => [
    entry.operation,
    entry.time ?? "",
    entry.manager,
    entry.apiVersion,
    entry.subresource ?? "",
  ];
  return entries
    .filter(({ fieldsV1 }) => !isEmpty(fieldsV1))
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
export function capUpdateManagers(
  entries: readonly ManagedEntry[],
  join: (left: FieldSet, right: FieldSet) => FieldSet,
): readonly ManagedEntry[] {
  const updaters = sortedEntries(entries).filter(({ operation }) => operation === "Update");
  if (updaters.length <= mostUpdaters) return entries;
  const joined = updaters.slice(0, updaters.length - mostUpdaters + 1);
  const youngest = joined.at(-1);
  if (youngest === undefined) return entries;
  const { apiVersion, time } = youngest;
  const fieldsV1 = joined.reduce((all, entry) => join(all, entry.fieldsV1), noFields);
  const bucket: ManagedEntry = {
    manager: ancient,
    operation: "Update",
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
  return [...entries.filter((entry) => !joined.includes(entry)), bucket];
}
