export const seedSortKeys = [
  "name",
  "state",
  "gardener",
  "kubernetes",
  "capacity",
  "clusters",
  "unhealthy",
  "operation",
  "certificate",
] as const;
export type SeedSortKey = (typeof seedSortKeys)[number];

/** States by which the list of Seeds can be restricted. */
export const seedStates = ["attention", "stopped", "hidden", "full"] as const;
export type SeedState = (typeof seedStates)[number];

/** Query of the Seeds page. Undefined does not restrict. */
export interface SeedQuery {
  readonly q: string;
  readonly provider: string | undefined;
  readonly region: string | undefined;
  /** Release of the gardenlet without the leading `v`. */
  readonly gardener: string | undefined;
  readonly state: SeedState | undefined;
  readonly sort: { readonly key: SeedSortKey; readonly descending: boolean };
}

const usualSort: SeedQuery["sort"] = { key: "state", descending: false };
const ownKeys: ReadonlySet<string> = new Set(["q", "provider", "region", "gardener", "state", "sort"]);

export function parseSeedQuery(params: URLSearchParams): SeedQuery {
  const sort = params.get("sort") ?? "";
  const key = seedSortKeys.find((known) => known === sort.replace(/^-/, ""));
  return {
    q: params.get("q") ?? "",
    provider: params.get("provider") || undefined,
    region: params.get("region") || undefined,
    gardener: params.get("gardener") || undefined,
    state: seedStates.find((known) => known === params.get("state")),
    sort: key === undefined ? usualSort : { key, descending: sort.startsWith("-") },
  };
}

/** Formats a query in one fixed order; parameters of `current` that belong to other pages are kept. */
export function formatSeedQuery(query: SeedQuery, current: URLSearchParams): string {
  const { q, provider, region, gardener, state, sort } = query;
  const isUsual = sort.key === usualSort.key && !sort.descending;
  const params = new URLSearchParams();
  const own = { q, provider, region, gardener, state, sort: isUsual ? "" : `${sort.descending ? "-" : ""}${sort.key}` };
  for (const [key, value] of Object.entries(own)) if (value) params.set(key, value);
  for (const [key, value] of current) if (!ownKeys.has(key)) params.append(key, value);
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** Whether the query leaves out Seeds. */
export function isSeedQueryNarrowed({ q, provider, region, gardener, state }: SeedQuery): boolean {
  return [q, provider, region, gardener, state].some(Boolean);
}
