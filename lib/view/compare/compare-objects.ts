import { itemsBy, pathBelow } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { meansTheSame } from "./same-meaning.ts";

/** One field of several objects. */
export interface ComparedField {
  readonly path: string;
  /** In the order of the objects; undefined where it is not set. */
  readonly values: readonly unknown[];
  readonly differs: boolean;
}

export interface ComparedObjects {
  readonly fields: readonly ComparedField[];
  /** The objects have more fields than are compared. */
  readonly cut: boolean;
}

interface CompareOptions {
  /** Paths that are left out, with all beneath them. */
  readonly without?: (path: string) => boolean;
  /** How many objects' items of a list belong together, where it is not by their keys. */
  readonly match?: (path: string, lists: readonly (readonly unknown[])[]) => readonly MatchedItems[] | undefined;
}

/** Items of several lists that belong together. */
export interface MatchedItems {
  readonly key: string;
  /** In the order of the lists; undefined where a list has none. */
  readonly items: readonly unknown[];
}

/** No Shoot that people write comes near; a hostile object must not make the page endless. */
const mostFields = 2_000;
const deepest = 24;
/** What tells the items of a list apart, where every item has it and no two have the same. */
const itemKeys: readonly string[] = ["name", "type", "key", "id", "path", "resource"];

/** Every field that at least one of the objects has, in their order, with what each has there. */
export function compareObjects(objects: readonly unknown[], options: CompareOptions = {}): ComparedObjects {
  const fields: ComparedField[] = [];
  let cut = false;

  const leaf = (path: string, field: string, values: readonly unknown[], same?: boolean) => {
    if (fields.length === mostFields) cut = true;
    else
      fields.push({ path, values, differs: !(same ?? values.every((value) => meansTheSame(field, values[0], value))) });
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
    // An empty block says something of its own, where no field of it does.
    if (path !== "" && keys.size === 0) leaf(path, field, values);
    for (const key of keys) {
      visit(
        pathBelow(path, key),
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
        // What only one of them has is one difference, not one for each of its fields.
        const isAlone = objects.length > 1 && items.filter(isSet).length === 1;
        if (isAlone) leaf(`${path}[${key}]`, field, items);
        else visit(`${path}[${key}]`, field, items, depth + 1);
      }
      return;
    }
    // Without keys the order says nothing either: what counts is which items there are.
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

/** A null is like a missing field to Kubernetes. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

/** The items by the first key that tells them apart in every list; undefined where none does. */
function matchByKey(lists: readonly (readonly unknown[])[]): readonly MatchedItems[] | undefined {
  if (lists.every((list) => list.length === 0)) return undefined;
  for (const key of itemKeys) {
    const keyed = lists.map((list) => itemsBy(key, list));
    const known = keyed.filter((items) => items !== undefined);
    if (known.length < lists.length) continue;
    const names = new Set(known.flatMap((items) => [...items.keys()]));
    return [...names].map((name) => ({ key: name, items: known.map((items) => items.get(name)) }));
  }
  return undefined;
}

/** Comparing each with each grows with the square of a list: beyond this the order counts. */
const mostUnordered = 200;

function sameItems(field: string, a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  if (a.length > mostUnordered) return a.every((item, at) => meansTheSame(field, item, b[at]));
  const left = [...b];
  return a.every((item) => {
    const at = left.findIndex((other) => meansTheSame(field, item, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
