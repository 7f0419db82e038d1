/**
 * The names that the address of a fleet screen uses, apart from what they do: every page reads its address, and only
 * lists filter and sort.
 */
export const filterKeys = [
  "status",
  "op",
  "fixer",
  "err",
  "cond",
  "constraint",
  "k8s",
  "k8sClass",
  "img",
  "imgClass",
  "forceIn",
  "hop",
  "deadend",
  "window",
  "rot",
  "rotAge",
  "due",
  "held",
  "auto",
  "purpose",
  "project",
  "provider",
  "region",
  "seed",
  "profile",
  "hib",
  "del",
  "label",
] as const;
export type FilterKey = (typeof filterKeys)[number];

export const sortKeys = [
  "name",
  "project",
  "health",
  "op",
  "k8s",
  "images",
  "forceAt",
  "window",
  "rotation",
  "findings",
  "purpose",
  "provider",
  "region",
  "seed",
  "created",
] as const;
export type SortKey = (typeof sortKeys)[number];

export interface SortTerm {
  readonly key: SortKey;
  readonly descending: boolean;
}

const filterKeyOf = new Map(filterKeys.map((key) => [key.toLowerCase(), key]));

/** The filter of that name, in any case: people type `K8S:` as readily as `k8s:`. */
export function filterKey(text: string): FilterKey | undefined {
  return filterKeyOf.get(text.toLowerCase());
}

export function isSortKey(text: string): text is SortKey {
  return sortKeys.some((key) => key === text);
}
