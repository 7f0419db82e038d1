import type { FleetRow } from "#lib/contract/fleet.ts";
import { stringAt } from "#lib/kube/field.ts";

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
  readiness: { filter: "readiness", sort: true, column: true },
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
  customField: { filter: "field" },
  created: { sort: true, column: true },
} as const satisfies Readonly<
  Record<string, { readonly filter?: string; readonly sort?: true; readonly column?: true }>
>;

export type FieldNames = typeof fieldNames;
export type FieldKey = keyof FieldNames;
export type FilterKey = Extract<FieldNames[FieldKey], { readonly filter: string }>["filter"];
/** Column with one value that users give to their clusters: of a label, `label:team`, or of a custom field by its id. */
export type OwnColumnKey = `${"label" | "field"}:${string}`;

type FieldSortKey = {
  [Key in FieldKey]: FieldNames[Key] extends { readonly sort: true } ? Key : never;
}[FieldKey];
export type SortKey = FieldSortKey | OwnColumnKey;

export type FieldColumnKey = {
  [Key in FieldKey]: FieldNames[Key] extends { readonly column: true } ? Key : never;
}[FieldKey];
export type ColumnKey = FieldColumnKey | OwnColumnKey;

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
  return isOwnColumnKey(text) || (isFieldKey(text) && "sort" in fieldNames[text]);
}

export function isColumnKey(text: string): text is ColumnKey {
  return isOwnColumnKey(text) || isFieldColumnKey(text);
}

function isFieldColumnKey(text: string): text is FieldColumnKey {
  return isFieldKey(text) && "column" in fieldNames[text];
}

/** Returns whether the text names a column of a label, of any key, or of a custom field. */
export function isOwnColumnKey(text: string): text is OwnColumnKey {
  return /^(label:[\w./-]{1,317}|field:[^,@]+@[^,]{1,900})$/.test(text);
}

/** Heading of such a column: the key of the label, or the name of the custom field. */
export function ownColumnTitleOf(key: OwnColumnKey): string {
  return key.slice(ownPrefixLength).split("@", 1).join();
}

/** Value of a cluster in such a column. */
export function ownValueOf({ labels, customFields }: FleetRow, key: OwnColumnKey): string | undefined {
  return stringAt(key.startsWith("label") ? labels : customFields, key.slice(ownPrefixLength));
}

const ownPrefixLength = "label:".length;

/** Keys of the fields that have a column in the cluster list, in their default order. */
export const columnKeys: readonly FieldColumnKey[] = fieldKeys.filter(isFieldColumnKey);

function isFieldKey(text: string): text is FieldKey {
  return Object.hasOwn(fieldNames, text);
}
