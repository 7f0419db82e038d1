import { indexItemsBy } from "#lib/kube/field.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Segment of a field path in a three-way merge: a field, or a list item by its name. */
export type MergePathSegment = { readonly field: string } | { readonly item: string };

/** Field that the user and others have changed differently. An undefined value means that the field does not exist. */
export interface MergeConflict {
  readonly path: readonly MergePathSegment[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface MergeResult {
  readonly value: unknown;
  /** All conflicts, including resolved ones. */
  readonly conflicts: readonly MergeConflict[];
  /** Paths of the changes taken from others, in the order of the object. */
  readonly taken: readonly (readonly MergePathSegment[])[];
}

export type MergeSide = "mine" | "theirs";

/** Side chosen for each conflict, by the formatted path of the field; "mine" by default. */
export type ConflictChoices = ReadonlyMap<string, MergeSide>;

interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface Place {
  readonly path: readonly MergePathSegment[];
  readonly choices: ConflictChoices;
}

/** Formats the path of a merged field: `spec.provider.workers[data].maximum`. */
export function formatMergePath(path: readonly MergePathSegment[]): string {
  return path
    .map((step, index) => {
      if ("item" in step) return `[${step.item}]`;
      return /^[A-Za-z][A-Za-z0-9]*$/.test(step.field) ? `${index === 0 ? "" : "."}${step.field}` : `[${step.field}]`;
    })
    .join("");
}

/**
 * Merges two changed versions of an object with their common base: by field, and by item in lists whose items have
 * names. A change on one side is taken; different changes on both sides are a conflict.
 */
export function mergeObjectsThreeWay(sides: Sides, choices: ConflictChoices = new Map()): MergeResult {
  return merge(sides, { path: [], choices });
}

function below({ path, choices }: Place, step: MergePathSegment): Place {
  return { path: [...path, step], choices };
}

function merge(sides: Sides, place: Place): MergeResult {
  const { base, mine, theirs } = sides;
  if (isSameJson(mine, theirs) || isSameJson(theirs, base)) return { value: mine, conflicts: [], taken: [] };
  const isBlock = isRecord(mine) && isRecord(theirs) && (isRecord(base) || base === undefined);
  if (isBlock) return mergeBlocks({ base: isRecord(base) ? base : {}, mine, theirs }, place);
  const lists = namedLists(sides);
  if (lists !== undefined) return mergeLists(lists, place);
  const { path, choices } = place;
  if (isSameJson(mine, base)) return { value: theirs, conflicts: [], taken: [path] };
  const value = choices.get(formatMergePath(path)) === "theirs" ? theirs : mine;
  return { value, conflicts: [{ path, ...sides }], taken: [] };
}

type Block = Readonly<Record<string, unknown>>;

function mergeBlocks({ base, mine, theirs }: Readonly<Record<keyof Sides, Block>>, place: Place): MergeResult {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])];
  const parts = keys.map((field) => {
    const sides = { base: own(base, field), mine: own(mine, field), theirs: own(theirs, field) };
    return { field, merged: merge(sides, below(place, { field })) };
  });
  const fields = parts.flatMap(({ field, merged }) => (merged.value === undefined ? [] : [[field, merged.value]]));
  return { value: Object.fromEntries(fields), ...gathered(parts.map(({ merged }) => merged)) };
}

function own(block: Block, field: string): unknown {
  return Object.hasOwn(block, field) ? block[field] : undefined;
}

function gathered(parts: readonly MergeResult[]): Omit<MergeResult, "value"> {
  return {
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    taken: parts.flatMap(({ taken }) => taken),
  };
}

type Named = ReadonlyMap<string, unknown>;
type NamedSides = Readonly<Record<keyof Sides, Named>> & { readonly order: readonly string[] };

function namedLists(sides: Sides): NamedSides | undefined {
  const base = sides.base === undefined ? new Map<string, unknown>() : indexItemsBy("name", sides.base);
  const [mine, theirs] = [indexItemsBy("name", sides.mine), indexItemsBy("name", sides.theirs)];
  if (base === undefined || mine === undefined || theirs === undefined) return undefined;
  const order = mergedOrder(base, mine, theirs);
  return order && { base, mine, theirs, order };
}

function mergeLists({ base, mine, theirs, order }: NamedSides, place: Place): MergeResult {
  const parts = order.map((item) => {
    const sides = { base: base.get(item), mine: mine.get(item), theirs: theirs.get(item) };
    return merge(sides, below(place, { item }));
  });
  const { conflicts, taken } = gathered(parts);
  const names = order.flatMap((item, index) => (parts[index]?.value === undefined ? [] : [item]));
  const moved = !isSameJson(
    names.filter((item) => mine.has(item)),
    [...mine.keys()].filter((item) => names.includes(item)),
  );
  return {
    value: parts.flatMap((part) => (part.value === undefined ? [] : [part.value])),
    conflicts,
    taken: moved ? [...taken, place.path] : taken,
  };
}

/** Union of item names in an order that keeps moved items of either side; undefined if both sides have moved items. */
function mergedOrder(base: Named, mine: Named, theirs: Named): readonly string[] | undefined {
  const [was, byMe, byThem] = [[...base.keys()], [...mine.keys()], [...theirs.keys()]];
  const isShared = (name: string) => mine.has(name) && theirs.has(name);
  const isAdded = (name: string) => isShared(name) && !base.has(name);
  if (!isSameJson(byMe.filter(isAdded), byThem.filter(isAdded))) return undefined;
  const isOld = (name: string) => isShared(name) && base.has(name);
  const [old, oldByMe, oldByThem] = [was.filter(isOld), byMe.filter(isOld), byThem.filter(isOld)];
  if (isSameJson(oldByMe, old)) return woven(byThem, byMe, was);
  return isSameJson(oldByThem, old) || isSameJson(oldByThem, oldByMe) ? woven(byMe, byThem, was) : undefined;
}

/** Returns the names of `spine` with the names of the other lists, each inserted after its predecessor there. */
function woven(spine: readonly string[], ...others: readonly (readonly string[])[]): readonly string[] {
  const order = [...spine];
  for (const names of others) {
    for (const [index, name] of names.entries()) {
      if (order.includes(name)) continue;
      const before = names[index - 1];
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
    }
  }
  return order;
}
