/**
 * What each field of the fleet is called in an address, apart from what it does: every page reads its address, and only
 * lists filter and sort. The key names the order and the column, `filter` the filter. Lists show filters and columns in
 * the order given here. Each field is defined in a file beside this one; its column is drawn with the list of clusters.
 */
export const fieldNames = {
  name: { sort: true },
  health: { filter: "status", sort: true },
  forceAt: { filter: "forceIn", sort: true },
  op: { filter: "op", sort: true },
  fixer: { filter: "fixer" },
  err: { filter: "err" },
  cond: { filter: "cond" },
  constraint: { filter: "constraint" },
  k8s: { filter: "k8s", sort: true },
  k8sClass: { filter: "k8sClass" },
  images: { filter: "img", sort: true },
  imgClass: { filter: "imgClass" },
  hop: { filter: "hop" },
  first: { filter: "first" },
  target: { filter: "to" },
  ending: { filter: "ends" },
  deadend: { filter: "deadend" },
  window: { filter: "window", sort: true },
  rotation: { filter: "rot", sort: true },
  rotAge: { filter: "rotAge" },
  due: { filter: "due" },
  held: { filter: "held" },
  maintenance: { filter: "maint" },
  findings: { sort: true },
  auto: { filter: "auto" },
  purpose: { filter: "purpose", sort: true },
  project: { filter: "project", sort: true },
  provider: { filter: "provider", sort: true },
  region: { filter: "region", sort: true },
  seed: { filter: "seed", sort: true },
  profile: { filter: "profile" },
  hib: { filter: "hib" },
  del: { filter: "del" },
  label: { filter: "label" },
  created: { sort: true },
} as const satisfies Readonly<Record<string, { readonly filter?: string; readonly sort?: true }>>;

export type FieldNames = typeof fieldNames;
export type FieldKey = keyof FieldNames;
export type FilterKey = Extract<FieldNames[FieldKey], { readonly filter: string }>["filter"];
export type SortKey = {
  [Key in FieldKey]: FieldNames[Key] extends { readonly sort: true } ? Key : never;
}[FieldKey];

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

/** The filter of that name, in any case: people type `K8S:` as readily as `k8s:`. */
export function filterKey(text: string): FilterKey | undefined {
  return filterKeyOf.get(text.toLowerCase());
}

export function isSortKey(text: string): text is SortKey {
  return isFieldKey(text) && "sort" in fieldNames[text];
}

function isFieldKey(text: string): text is FieldKey {
  return Object.hasOwn(fieldNames, text);
}
