import type { ListedSeed } from "#lib/contract/seed/seed-list.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { compareGardenerReleases, parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import type { SeedClusters } from "./seed-clusters.ts";
import { seedFindingsOf } from "./seed-findings.ts";
import type { SeedQuery, SeedSortKey, SeedState } from "./seed-query.ts";

/** A Seed and what its clusters add up to; `clusters` is undefined until all were read. */
export interface SeedRow {
  readonly seed: ListedSeed;
  readonly clusters: SeedClusters | undefined;
}

/** Share of a Seed's capacity that counts as nearly full. */
const nearlyFull = 0.8;

/** Whether a Seed has little or no room left for clusters; undefined where that is not known. */
export function seedFilling({ used, allocatable }: Pick<ListedSeed, "used" | "allocatable">) {
  if (used === undefined || allocatable === undefined) return undefined;
  if (used >= allocatable) return "full";
  return used >= nearlyFull * allocatable ? "nearly-full" : "free";
}

const stateTests: Readonly<Record<SeedState, (seed: ListedSeed) => boolean>> = {
  attention: (seed) => seedFindingsOf(seed).length > 0 || seed.emergencyStop,
  stopped: ({ emergencyStop }) => emergencyStop,
  hidden: ({ visible }) => !visible,
  full: (seed) => ["full", "nearly-full"].includes(seedFilling(seed) ?? ""),
};

/** Whether a Seed is in a state by which the list can be restricted. */
export function isSeedInState(seed: ListedSeed, state: SeedState): boolean {
  return stateTests[state](seed);
}

/** The Seeds that a query selects, in its order; Seeds that are equal in this order are sorted by name. */
export function selectSeeds(rows: readonly SeedRow[], query: SeedQuery): readonly SeedRow[] {
  const wanted = query.q.trim().toLowerCase();
  const found = rows.filter(({ seed }) => {
    const { name, provider, region, gardener = "" } = seed;
    if (query.provider !== undefined && provider !== query.provider) return false;
    if (query.region !== undefined && region !== query.region) return false;
    if (query.gardener !== undefined && gardener.replace(/^v/, "") !== query.gardener) return false;
    if (query.state !== undefined && !isSeedInState(seed, query.state)) return false;
    return [name, provider, region].some((part) => part.toLowerCase().includes(wanted));
  });
  const direction = query.sort.descending ? -1 : 1;
  const keys = new Map(found.map((row) => [row, sortValueOf(row, query.sort.key)]));
  return found.sort((a, b) => {
    const [left, right] = [keys.get(a) ?? "", keys.get(b) ?? ""];
    const order = typeof left === "number" && typeof right === "number" ? left - right : compareTexts(left, right);
    return order === 0 ? compareTexts(a.seed.name, b.seed.name) : direction * order;
  });
}

const natural = new Intl.Collator("en", { numeric: true });

function compareTexts(a: string | number, b: string | number): number {
  return natural.compare(String(a), String(b));
}

/** Value by which a Seed is sorted; numbers grow from what needs attention to what does not. */
function sortValueOf({ seed, clusters }: SeedRow, key: SeedSortKey): string | number {
  switch (key) {
    case "name":
      return seed.name;
    case "state":
      return severity(seed);
    case "gardener":
      return seed.gardener ?? "";
    case "kubernetes":
      return seed.kubernetes ?? "";
    case "capacity":
      return -((seed.used ?? 0) / (seed.allocatable || Number.POSITIVE_INFINITY));
    case "clusters":
      return -(clusters?.clusters ?? 0);
    case "unhealthy":
      return -(clusters?.byHealth.get("unhealthy") ?? 0);
    case "operation":
      return parseInstant(seed.lastOperation?.updatedAt) ?? 0;
    case "certificate":
      return parseInstant(seed.certificateExpiresAt) ?? Number.MAX_SAFE_INTEGER;
  }
}

function severity(seed: ListedSeed): number {
  const findings = seedFindingsOf(seed);
  if (findings.some(({ reading }) => reading === "failing")) return 0;
  if (findings.length > 0) return 1;
  if (seed.emergencyStop) return 2;
  if (seed.deletionRequestedAt !== undefined) return 3;
  return seed.visible ? 5 : 4;
}

/** Releases of the gardenlets, the newest first, with the number of Seeds; releases that cannot be read come last. */
export function seedsByRelease(
  seeds: readonly Pick<ListedSeed, "gardener">[],
): readonly { readonly release: string; readonly seeds: number }[] {
  const counts = new Map<string, number>();
  for (const { gardener } of seeds) if (gardener !== undefined) counts.set(gardener, (counts.get(gardener) ?? 0) + 1);
  return [...counts]
    .map(([release, count]) => ({ release, seeds: count }))
    .sort((a, b) => {
      const [left, right] = [parseGardenerRelease(a.release), parseGardenerRelease(b.release)];
      if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
      return compareGardenerReleases(right, left);
    });
}
