import type { OwnColumnKey } from "./fields/field-names.ts";

/** Groupings of the list of clusters, as in addresses: `group=project`. */
export const groupKeys = [
  "project",
  "cause",
  "version",
  "week",
  "seed",
  "provider",
  "purpose",
  "profile",
  "release",
] as const;
/** What rows are grouped by: one of {@link groupKeys}, or the value of a label, `label:team`, or of a custom field. */
export type GroupKey = FieldGroupKey | OwnColumnKey;
export type FieldGroupKey = (typeof groupKeys)[number];

/** Grouping of the cluster list: its field and the order of the groups. */
export interface Grouping {
  readonly key: GroupKey;
  /** Whether groups with the worst clusters come first (`group=project:worst`), instead of an order by label. */
  readonly worst?: true;
}

export function parseGrouping(text: string): Grouping | undefined {
  const [name = "", ...rest] = text.split(":");
  const ownValue = name === "label" || name === "field" ? rest.shift() : undefined;
  const ownKey: OwnColumnKey = `${name === "field" ? name : "label"}:${ownValue}`;
  const key = ownValue ? ownKey : groupKeys.find((each) => each === name);
  const [order, ...others] = rest;
  if (key === undefined || others.length > 0) return undefined;
  if (order === undefined) return { key };
  return order === "worst" ? { key, worst: true } : undefined;
}

/** Returns whether rows are grouped by one of their fields, instead of by a label or custom field. */
export function isFieldGroupKey(key: GroupKey): key is FieldGroupKey {
  return groupKeys.some((each) => each === key);
}

export function formatGrouping({ key, worst }: Grouping): string {
  return worst ? `${key}:worst` : key;
}
