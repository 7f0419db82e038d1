/** What the list of clusters can be grouped by, as addresses have it: `group=project`. */
export const groupKeys = ["project", "cause", "version", "week", "seed", "provider", "purpose", "profile"] as const;
export type GroupKey = (typeof groupKeys)[number];

/** How the list is grouped. */
export interface Grouping {
  readonly key: GroupKey;
  /** The groups in most trouble first (`group=project:worst`), instead of the order of what they are called. */
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
