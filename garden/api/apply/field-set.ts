import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { isPathElement, type PathElement } from "./path-element.ts";

/**
 * A set of fields in the very form of FieldsV1: below every step the steps that follow, `{}` for a field that has none,
 * and "." beside the steps below where the field itself belongs to the set. Sets are never changed in place and share
 * their parts: 10,000 objects whose fields are owned alike hold one set between them.
 * @source Kubernetes: structured-merge-diff fieldpath/set.go
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

const itself = ".";
export const leaf: FieldSet = Object.freeze({});
export const noFields: FieldSet = Object.freeze({});

/** A part of a set: whether the field itself belongs to it, and what does below. Undefined when nothing does. */
export function branch(isMember: boolean, below: readonly (readonly [PathElement, FieldSet])[]): FieldSet | undefined {
  if (below.length === 0) return isMember ? leaf : undefined;
  const sorted = below.length === 1 ? below : [...below].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(isMember ? [[itself, leaf], ...sorted] : sorted);
}

export function isEmpty(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

/** Whether a part of a set, not its root, has the field itself. */
export function hasItself(part: FieldSet): boolean {
  return Object.hasOwn(part, itself) || isEmpty(part);
}

/** What a set has below one step; undefined for nothing. */
export function below(set: FieldSet, element: PathElement): FieldSet | undefined {
  return Object.hasOwn(set, element) ? set[element] : undefined;
}

export function stepsOf(set: FieldSet): readonly (readonly [PathElement, FieldSet])[] {
  return Object.entries(set).filter(([element]) => element !== itself);
}

type Step = (left: FieldSet | undefined, right: FieldSet | undefined) => FieldSet | undefined;

/** Joins two sets step by step; the left one itself where it comes out the same. */
function combine(
  left: FieldSet,
  right: FieldSet,
  { isMember, step }: { readonly isMember: boolean; readonly step: Step },
): FieldSet | undefined {
  let isLeft = !isEmpty(left) && Object.hasOwn(left, itself) === isMember;
  const made: (readonly [PathElement, FieldSet])[] = [];
  for (const [element, part] of stepsOf(left)) {
    const next = step(part, below(right, element));
    isLeft &&= next === part;
    if (next !== undefined) made.push([element, next]);
  }
  for (const [element, part] of stepsOf(right)) {
    if (below(left, element) !== undefined) continue;
    const next = step(undefined, part);
    if (next === undefined) continue;
    isLeft = false;
    made.push([element, next]);
  }
  return isLeft ? left : branch(isMember, made);
}

const unionStep: Step = (left, right) => {
  if (left === undefined || right === undefined || left === right) return left ?? right;
  return combine(left, right, { isMember: hasItself(left) || hasItself(right), step: unionStep });
};

const differenceStep: Step = (left, right) => {
  if (left === undefined || right === undefined) return left;
  return combine(left, right, { isMember: hasItself(left) && !hasItself(right), step: differenceStep });
};

const intersectionStep: Step = (left, right) => {
  if (left === undefined || right === undefined) return undefined;
  return combine(left, right, { isMember: hasItself(left) && hasItself(right), step: intersectionStep });
};

export function union(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: unionStep }) ?? noFields;
}

/** The fields of the left set that are not in the right one; fields below stay where only the one above is taken away. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: differenceStep }) ?? noFields;
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: intersectionStep }) ?? noFields;
}

/** Every path of a set, in its order. */
export function pathsOf(set: FieldSet): readonly (readonly PathElement[])[] {
  return stepsOf(set).flatMap(([element, part]) => [
    ...(hasItself(part) ? [[element]] : []),
    ...pathsOf(part).map((path) => [element, ...path]),
  ]);
}

/** Deeper than any field of any kind; what nests further comes from nobody's good will. */
const deepestPath = 64;

/** A set that a client sent; undefined where it is none. */
export function parseFieldSet(value: unknown, depth = 0): FieldSet | undefined {
  if (!isRecord(value) || depth > deepestPath) return undefined;
  const parts: (readonly [PathElement, FieldSet])[] = [];
  for (const [element, part] of Object.entries(value)) {
    const parsed = element === itself || isPathElement(element) ? parseFieldSet(part, depth + 1) : undefined;
    if (parsed === undefined) return undefined;
    parts.push([element, parsed]);
  }
  return Object.fromEntries(parts);
}
