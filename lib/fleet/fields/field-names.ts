/**
 * Names of the fleet's fields in URLs. They are separate from the field definitions because every page parses its URL,
 * but only lists filter and sort. The key is the name in sort orders and column lists, `filter` the name of the filter.
 * Lists show filters, and columns that the user has not rearranged, in this order.
 */
export const fieldNames = {
  name: { sort: true, column: true },
  health: { filter: "status", sort: true, column: true },
  forceAt: { filter: "forceIn", sort: true, column: true },
  op: { filter: "op", sort: true, column: true },
  state: { filter: "state", sort: true, column: true },
  heldBack: { filter: "heldBack", sort: true, column: true },
  note: { filter: "note" },
  endsOn: { filter: "endsOn", sort: true, column: true },
  fixer: { filter: "fixer" },
  err: { filter: "err" },
  cond: { filter: "cond" },
  constraint: { filter: "constraint" },
  k8s: { filter: "k8s", sort: true, column: true },
  k8sClass: { filter: "k8sClass" },
  images: { filter: "img", sort: true, column: true },
  imgClass: { filter: "imgClass" },
  hop: { filter: "hop" },
  first: { filter: "first" },
  target: { filter: "to" },
  ending: { filter: "ends" },
  deadend: { filter: "deadend" },
  window: { filter: "window", sort: true, column: true },
  rotation: { filter: "rot", sort: true, column: true },
  rotAge: { filter: "rotAge" },
  due: { filter: "due" },
  held: { filter: "held" },
  maintenance: { filter: "maint", sort: true, column: true },
  findings: { sort: true, column: true },
  auto: { filter: "auto", sort: true, column: true },
  purpose: { filter: "purpose", sort: true, column: true },
  project: { filter: "project", sort: true },
  provider: { filter: "provider", sort: true, column: true },
  region: { filter: "region", sort: true },
  seed: { filter: "seed", sort: true, column: true },
  profile: { filter: "profile", sort: true, column: true },
  secretBinding: { filter: "secretBinding" },
  release: { filter: "gardener", sort: true, column: true },
  workers: { sort: true, column: true },
  caAge: { sort: true, column: true },
  hib: { filter: "hib", sort: true, column: true },
  del: { filter: "del" },
  label: { filter: "label", sort: true, column: true },
  created: { sort: true, column: true },
} as const satisfies Readonly<
  Record<string, { readonly filter?: string; readonly sort?: true; readonly column?: true }>
>;

export type FieldNames = typeof fieldNames;
export type FieldKey = keyof FieldNames;
export type FilterKey = Extract<FieldNames[FieldKey], { readonly filter: string }>["filter"];
/** Column with the value of one label of the clusters: `label:team`. */
export type LabelColumnKey = `label:${string}`;

type FieldSortKey = {
  [Key in FieldKey]: FieldNames[Key] extends { readonly sort: true } ? Key : never;
}[FieldKey];
export type SortKey = FieldSortKey | LabelColumnKey;

export type FieldColumnKey = {
  [Key in FieldKey]: FieldNames[Key] extends { readonly column: true } ? Key : never;
}[FieldKey];
export type ColumnKey = FieldColumnKey | LabelColumnKey;

export interface SortTerm {
  readonly key: SortKey;
  readonly descending: boolean;
}

export const fieldKeys: readonly FieldKey[] = Object.keys(fieldNames).filter(isFieldKey);

const filterKeyOf = new Map(
  Object.values(fieldNames).flatMap((names): [string, FilterKey][] =>
    "filter" in names ? [[names.filter.toLowerCase(), names.filter]] : [],
  ),
);

/** Returns the filter of that name, ignoring case: users type `K8S:` as well as `k8s:`. */
export function parseFilterKey(text: string): FilterKey | undefined {
  return filterKeyOf.get(text.toLowerCase());
}

export function isSortKey(text: string): text is SortKey {
  return isLabelColumnKey(text) || (isFieldKey(text) && "sort" in fieldNames[text]);
}

export function isColumnKey(text: string): text is ColumnKey {
  return isLabelColumnKey(text) || isFieldColumnKey(text);
}

function isFieldColumnKey(text: string): text is FieldColumnKey {
  return isFieldKey(text) && "column" in fieldNames[text];
}

/** Returns whether the text names a column of a label; what stands after the colon can be any key of a label. */
export function isLabelColumnKey(text: string): text is LabelColumnKey {
  return /^label:[\w./-]{1,317}$/.test(text);
}

/** Key of the label that a column shows: `team` of `label:team`. */
export function labelOfColumn(key: LabelColumnKey): string {
  return key.slice("label:".length);
}

/** Keys of the fields that have a column in the cluster list, in their default order. */
export const columnKeys: readonly FieldColumnKey[] = fieldKeys.filter(isFieldColumnKey);

function isFieldKey(text: string): text is FieldKey {
  return Object.hasOwn(fieldNames, text);
}
