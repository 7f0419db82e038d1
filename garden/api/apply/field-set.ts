import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { isPathElement, type PathElement } from "./path-element.ts";

/**
 * A set of fields in the FieldsV1 format: each path element maps to the elements below it, `{}` marks a leaf, and "."
 * next to child elements marks that the field itself belongs to the set. Sets are immutable and share their parts:
 * 10,000 objects with the same field owners use one set in memory.
 * @source Kubernetes: structured-merge-diff fieldpath/set.go
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

const itself = ".";
export const leaf: FieldSet = Object.freeze({});
export const noFields: FieldSet = Object.freeze({});

/** Builds a part of a set from its child elements and whether it contains the field itself; undefined if empty. */
export function branch(isMember: boolean, below: readonly (readonly [PathElement, FieldSet])[]): FieldSet | undefined {
  if (below.length === 0) return isMember ? leaf : undefined;
  const sorted = below.length === 1 ? below : [...below].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(isMember ? [[itself, leaf], ...sorted] : sorted);
}

export function isEmpty(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

/** Whether a part of a set, other than the root, contains the field itself. */
export function hasItself(part: FieldSet): boolean {
  return Object.hasOwn(part, itself) || isEmpty(part);
}

/** The part of a set below a path element; undefined if there is none. */
export function below(set: FieldSet, element: PathElement): FieldSet | undefined {
  return Object.hasOwn(set, element) ? set[element] : undefined;
}

export function elementsOf(set: FieldSet): readonly (readonly [PathElement, FieldSet])[] {
  return Object.entries(set).filter(([element]) => element !== itself);
}

type Step = (left: FieldSet | undefined, right: FieldSet | undefined) => FieldSet | undefined;

/** Combines two sets element by element. Returns the left set itself if the result equals it. */
function combine(
  left: FieldSet,
  right: FieldSet,
  { isMember, step }: { readonly isMember: boolean; readonly step: Step },
): FieldSet | undefined {
  let isLeft = !isEmpty(left) && Object.hasOwn(left, itself) === isMember;
  const made: (readonly [PathElement, FieldSet])[] = [];
  for (const [element, part] of elementsOf(left)) {
    const next = step(part, below(right, element));
    isLeft &&= next === part;
    if (next !== undefined) made.push([element, next]);
  }
  for (const [element, part] of elementsOf(right)) {
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

/** Fields of the left set that are not in the right one; child fields stay if only their parent is subtracted. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: differenceStep }) ?? noFields;
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: intersectionStep }) ?? noFields;
}

/** All paths of a set, in the order of the set. */
export function pathsOf(set: FieldSet): readonly (readonly PathElement[])[] {
  return elementsOf(set).flatMap(([element, part]) => [
    ...(hasItself(part) ? [[element]] : []),
    ...pathsOf(part).map((path) => [element, ...path]),
  ]);
}

/** Maximum depth of a client's set: deeper than any field of any kind, so deeper nesting is abuse. */
const deepestPath = 64;

/** Parses a set that a client sent; undefined if it is not valid. */
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
