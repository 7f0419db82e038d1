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
export type GroupKey = (typeof groupKeys)[number];

/** Grouping of the cluster list: its field and the order of the groups. */
export interface Grouping {
  readonly key: GroupKey;
  /** Whether groups with the worst clusters come first (`group=project:worst`), instead of an order by label. */
  readonly worst?: true;
}

export function parseGrouping(text: string): Grouping | undefined {
  const [name = "", order, ...rest] = text.split(":");
  const key = groupKeys.find((each) => each === name);
  if (key === undefined || rest.length > 0) return undefined;
  if (order === undefined) return { key };
  return order === "worst" ? { key, worst: true } : undefined;
}

export function formatGrouping({ key, worst }: Grouping): string {
  return worst ? `${key}:worst` : key;
}
