import { appendFieldPath, indexItemsBy } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { hasSameMeaning } from "./same-meaning.ts";

/** Field of several compared objects. */
export interface ComparedField {
  readonly path: string;
  /** Values in the order of the objects; undefined if not set. */
  readonly values: readonly unknown[];
  readonly differs: boolean;
}

export interface ComparedObjects {
  readonly fields: readonly ComparedField[];
  /** Whether the objects have more fields than the maximum. */
  readonly cut: boolean;
}

interface CompareOptions {
  /** Returns whether a path, and everything below it, is excluded from the comparison. */
  readonly without?: (path: string) => boolean;
  /** Matches the items of lists, if keys are not sufficient. */
  readonly match?: (path: string, lists: readonly (readonly unknown[])[]) => readonly MatchedItems[] | undefined;
}

/** Items of several lists that belong together. */
export interface MatchedItems {
  readonly key: string;
  /** Items in the order of the lists; undefined for a list without a matching item. */
  readonly items: readonly unknown[];
}

/** Maximum number of fields, above any realistic Shoot, so that a hostile object cannot block the page. */
const mostFields = 2_000;
const deepest = 24;
/** Fields that identify list items if all items have distinct values. */
const itemKeys: readonly string[] = ["name", "type", "key", "id", "path", "resource"];

/** Returns the fields that at least one object has, in their order, with the value of each object. */
export function compareObjects(objects: readonly unknown[], options: CompareOptions = {}): ComparedObjects {
  const fields: ComparedField[] = [];
  let cut = false;

  const leaf = (path: string, field: string, values: readonly unknown[], same?: boolean) => {
    if (fields.length === mostFields) cut = true;
    else
      fields.push({
        path,
        values,
        differs: !(same ?? values.every((value) => hasSameMeaning(field, values[0], value))),
      });
  };
  const visit = (path: string, field: string, values: readonly unknown[], depth: number): void => {
    if (cut || options.without?.(path)) return;
    const set = values.filter(isSet);
    if (set.length === 0) return;
    if (depth === deepest) leaf(path, field, values);
    else if (set.every(isRecord)) visitRecords(path, field, values, depth);
    else if (set.every((value) => Array.isArray(value))) visitLists(path, field, values, depth);
    else leaf(path, field, values);
  };
  const visitRecords = (path: string, field: string, values: readonly unknown[], depth: number): void => {
    const keys = new Set(values.flatMap((value) => (isRecord(value) ? Object.keys(value) : [])));
    // An empty object is compared as a value, because it has no fields.
    if (path !== "" && keys.size === 0) leaf(path, field, values);
    for (const key of keys) {
      visit(
        appendFieldPath(path, key),
        key,
        values.map((value) => (isRecord(value) ? own(value, key) : undefined)),
        depth + 1,
      );
    }
  };
  const visitLists = (path: string, field: string, values: readonly unknown[], depth: number): void => {
    const lists = values.map((value): readonly unknown[] => (Array.isArray(value) ? value : []));
    const matched = options.match?.(path, lists) ?? matchByKey(lists);
    if (matched !== undefined) {
      for (const { key, items } of matched) {
        // An item that only one object has counts as one difference, not one per field.
        const isAlone = objects.length > 1 && items.filter(isSet).length === 1;
        if (isAlone) leaf(`${path}[${key}]`, field, items);
        else visit(`${path}[${key}]`, field, items, depth + 1);
      }
      return;
    }
    // Without identifying keys the order is irrelevant: lists are equal if they have the same items.
    leaf(
      path,
      field,
      values,
      lists.every((list) => sameItems(field, lists[0] ?? [], list)),
    );
  };

  visit("", "", objects, 0);
  return { fields, cut };
}

/** Returns whether a value is set. Kubernetes treats null like a missing field. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

/** Matches list items by the first key that is distinct in every list; undefined if there is none. */
function matchByKey(lists: readonly (readonly unknown[])[]): readonly MatchedItems[] | undefined {
  if (lists.every((list) => list.length === 0)) return undefined;
  for (const key of itemKeys) {
    const keyed = lists.map((list) => indexItemsBy(key, list));
    const known = keyed.filter((items) => items !== undefined);
    if (known.length < lists.length) continue;
    const names = new Set(known.flatMap((items) => [...items.keys()]));
    return [...names].map((name) => ({ key: name, items: known.map((items) => items.get(name)) }));
  }
  return undefined;
}

/** Maximum length of lists that are compared regardless of order, because comparing all pairs is quadratic. */
const mostUnordered = 200;

function sameItems(field: string, a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  if (a.length > mostUnordered) return a.every((item, at) => hasSameMeaning(field, item, b[at]));
  const left = [...b];
  return a.every((item) => {
    const at = left.findIndex((other) => hasSameMeaning(field, item, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
