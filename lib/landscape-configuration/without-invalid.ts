import { fieldAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { DocumentPath } from "./current-keys.ts";

/**
 * The value without its list items that have problems, and without invalid map entries that no list holds. A list or
 * map of which nothing is left is left out too; undefined if nothing at all is left.
 */
export function withoutInvalid(value: unknown, invalid: readonly DocumentPath[]): unknown {
  return withoutParts(
    value,
    invalid.map((path) => partToLeaveOut(value, path)),
  );
}

/** The innermost list item on the path, else the entry itself, or the nearest one that exists. */
function partToLeaveOut(value: unknown, path: DocumentPath): DocumentPath {
  const item = path.findLastIndex((segment) => typeof segment === "number");
  if (item >= 0) return path.slice(0, item + 1);
  return path.length > 0 && fieldAt(value, ...path) === undefined ? path.slice(0, -1) : path;
}

/** All parts are left out in one pass, so that the indices of each are those of the value as given. */
function withoutParts(value: unknown, parts: readonly DocumentPath[]): unknown {
  if (parts.length === 0) return value;
  if (parts.some((path) => path.length === 0)) return undefined;
  const bySegment = Map.groupBy(parts, ([segment]) => segment);
  const partOf = (each: unknown, segment: string | number) => {
    const left = withoutParts(each, bySegment.get(segment)?.map((path) => path.slice(1)) ?? []);
    return left === undefined ? [] : [left];
  };
  if (Array.isArray(value)) {
    const items = value.flatMap((each: unknown, index) => partOf(each, index));
    return items.length === 0 ? undefined : items;
  }
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, each]) => partOf(each, key).map((left) => [key, left]));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
