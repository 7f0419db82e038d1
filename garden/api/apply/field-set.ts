import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import { isPathElement, type PathElement } from "./path-element.ts";

/**
 * A set of fields in the FieldsV1 format of managedFields: each path element maps to its child elements, `{}` marks a
 * leaf, and "." next to child elements marks that the field itself belongs to the set. Sets are immutable and share
 * subtrees, so 10,000 objects with the same field owners use one set in memory.
 * @source Kubernetes: structured-merge-diff fieldpath/set.go
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

const itself = ".";
export const leafFieldSet: FieldSet = Object.freeze({});
export const emptyFieldSet: FieldSet = Object.freeze({});

/** Builds a field set node from child elements and whether it contains the field itself; undefined if empty. */
export function createFieldSetBranch(
  isMember: boolean,
  below: readonly (readonly [PathElement, FieldSet])[],
): FieldSet | undefined {
  if (below.length === 0) return isMember ? leafFieldSet : undefined;
  const sorted = below.length === 1 ? below : [...below].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(isMember ? [[itself, leafFieldSet], ...sorted] : sorted);
}

export function isEmptyFieldSet(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

/** Whether a node of a field set contains its own field, not only child fields. The root has no field. */
export function includesFieldItself(part: FieldSet): boolean {
  return Object.hasOwn(part, itself) || isEmptyFieldSet(part);
}

/** The child node of a field set for a path element; undefined if there is none. */
export function childFieldSet(set: FieldSet, element: PathElement): FieldSet | undefined {
  return Object.hasOwn(set, element) ? set[element] : undefined;
}

export function childElementsOf(set: FieldSet): readonly (readonly [PathElement, FieldSet])[] {
  return Object.entries(set).filter(([element]) => element !== itself);
}

type Step = (left: FieldSet | undefined, right: FieldSet | undefined) => FieldSet | undefined;

/** Combines two field sets element by element. Returns the left set unchanged if the result equals the left set. */
function combine(
  left: FieldSet,
  right: FieldSet,
  { isMember, step }: { readonly isMember: boolean; readonly step: Step },
): FieldSet | undefined {
  let isLeft = !isEmptyFieldSet(left) && Object.hasOwn(left, itself) === isMember;
  const made: (readonly [PathElement, FieldSet])[] = [];
  for (const [element, part] of childElementsOf(left)) {
    const next = step(part, childFieldSet(right, element));
    isLeft &&= next === part;
    if (next !== undefined) made.push([element, next]);
  }
  for (const [element, part] of childElementsOf(right)) {
    if (childFieldSet(left, element) !== undefined) continue;
    const next = step(undefined, part);
    if (next === undefined) continue;
    isLeft = false;
    made.push([element, next]);
  }
  return isLeft ? left : createFieldSetBranch(isMember, made);
}

const unionStep: Step = (left, right) => {
  if (left === undefined || right === undefined || left === right) return left ?? right;
  return combine(left, right, { isMember: includesFieldItself(left) || includesFieldItself(right), step: unionStep });
};

const differenceStep: Step = (left, right) => {
  if (left === undefined || right === undefined) return left;
  return combine(left, right, {
    isMember: includesFieldItself(left) && !includesFieldItself(right),
    step: differenceStep,
  });
};

const intersectionStep: Step = (left, right) => {
  if (left === undefined || right === undefined) return undefined;
  return combine(left, right, {
    isMember: includesFieldItself(left) && includesFieldItself(right),
    step: intersectionStep,
  });
};

export function union(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: unionStep }) ?? emptyFieldSet;
}

/** Fields of the left set that are not in the right set. Subtracting a parent field does not subtract its children. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: differenceStep }) ?? emptyFieldSet;
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return combine(left, right, { isMember: false, step: intersectionStep }) ?? emptyFieldSet;
}

/** The paths of all fields in a set, in the order of the set. */
export function fieldPathsOfSet(set: FieldSet): readonly (readonly PathElement[])[] {
  return childElementsOf(set).flatMap(([element, part]) => [
    ...(includesFieldItself(part) ? [[element]] : []),
    ...fieldPathsOfSet(part).map((path) => [element, ...path]),
  ]);
}

/** Maximum depth of a client's field set. No resource has fields nested so deeply: a deeper set is an attack. */
const deepestPath = 64;

/** Parses a field set sent by a client; undefined if it is invalid. */
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
