import { itemsBy } from "#lib/kube/field.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Segment of a path in a merge: a field, or a list item by its name. */
export type PathSegment = { readonly field: string } | { readonly item: string };

/** Field that both sides have changed differently. Undefined values mean that it does not exist. */
export interface Conflict {
  readonly path: readonly PathSegment[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface MergeResult {
  readonly value: unknown;
  /** All conflicts, including resolved ones. */
  readonly conflicts: readonly Conflict[];
  /** Paths taken from their side, in the order of the object. */
  readonly taken: readonly (readonly PathSegment[])[];
}

export type Side = "mine" | "theirs";

/** Side chosen per conflict, by the text of its path; "mine" by default. */
export type Choices = ReadonlyMap<string, Side>;

interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

interface Place {
  readonly path: readonly PathSegment[];
  readonly choices: Choices;
}

/** Path of a merge as text: `spec.provider.workers[data].maximum`. */
export function formatMergePath(path: readonly PathSegment[]): string {
  return path
    .map((step, index) => {
      if ("item" in step) return `[${step.item}]`;
      return /^[A-Za-z][A-Za-z0-9]*$/.test(step.field) ? `${index === 0 ? "" : "."}${step.field}` : `[${step.field}]`;
    })
    .join("");
}

/**
 * Three-way merge of an object, by field, and by item in lists whose items have names. A change by one side is taken;
 * different changes by both are a conflict.
 */
export function mergeThreeWays(sides: Sides, choices: Choices = new Map()): MergeResult {
  return merge(sides, { path: [], choices });
}

function below({ path, choices }: Place, step: PathSegment): Place {
  return { path: [...path, step], choices };
}

function merge(sides: Sides, place: Place): MergeResult {
  const { base, mine, theirs } = sides;
  if (isSame(mine, theirs) || isSame(theirs, base)) return { value: mine, conflicts: [], taken: [] };
  const isBlock = isRecord(mine) && isRecord(theirs) && (isRecord(base) || base === undefined);
  if (isBlock) return mergeBlocks({ base: isRecord(base) ? base : {}, mine, theirs }, place);
  const lists = namedLists(sides);
  if (lists !== undefined) return mergeLists(lists, place);
  const { path, choices } = place;
  if (isSame(mine, base)) return { value: theirs, conflicts: [], taken: [path] };
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
  const base = sides.base === undefined ? new Map<string, unknown>() : itemsBy("name", sides.base);
  const [mine, theirs] = [itemsBy("name", sides.mine), itemsBy("name", sides.theirs)];
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
  const moved = !isSame(
    names.filter((item) => mine.has(item)),
    [...mine.keys()].filter((item) => names.includes(item)),
  );
  return {
    value: parts.flatMap((part) => (part.value === undefined ? [] : [part.value])),
    conflicts,
    taken: moved ? [...taken, place.path] : taken,
  };
}

/** Union of the names in an order that keeps the moves of either side; undefined if both have moved items. */
function mergedOrder(base: Named, mine: Named, theirs: Named): readonly string[] | undefined {
  const [was, byMe, byThem] = [[...base.keys()], [...mine.keys()], [...theirs.keys()]];
  const isShared = (name: string) => mine.has(name) && theirs.has(name);
  const isAdded = (name: string) => isShared(name) && !base.has(name);
  if (!isSame(byMe.filter(isAdded), byThem.filter(isAdded))) return undefined;
  const isOld = (name: string) => isShared(name) && base.has(name);
  const [old, oldByMe, oldByThem] = [was.filter(isOld), byMe.filter(isOld), byThem.filter(isOld)];
  if (isSame(oldByMe, old)) return woven(byThem, byMe, was);
  return isSame(oldByThem, old) || isSame(oldByThem, oldByMe) ? woven(byMe, byThem, was) : undefined;
}

/** `spine` with the names of the other lists, each inserted after its predecessor there. */
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
