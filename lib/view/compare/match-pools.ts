import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { MatchedItems } from "#lib/manifest/compare-objects.ts";

/** Pools of several clusters that belong together. */
export interface MatchedPools extends MatchedItems {
  /** Whether the pools have different names but the same role. */
  readonly byRole: boolean;
}

/**
 * Matches the pools of several clusters: first by name, then the remaining pools that accept the same Pods and have the
 * same architecture. Pools without a counterpart are returned alone.
 */
export function matchPools(lists: readonly (readonly unknown[])[]): readonly MatchedPools[] {
  const named = lists.map((list) => list.filter(isRecord));
  const count = (name: string) => named.filter((pools) => pools.some((pool) => nameOf(pool) === name)).length;
  const names = [...new Set(named.flat().map(nameOf))];
  const shared = names.filter((name) => named.length === 1 || count(name) > 1);
  const sameName = shared.map(
    (name): MatchedPools => ({
      key: name,
      items: named.map((pools) => pools.find((pool) => nameOf(pool) === name)),
      byRole: false,
    }),
  );
  const rest = named.map((pools) => pools.filter((pool) => !shared.includes(nameOf(pool))));
  return [...sameName, ...matchByRole(rest)];
}

function matchByRole(rest: readonly (readonly Readonly<Record<string, unknown>>[])[]): readonly MatchedPools[] {
  const groups = new Map<string, { items: (Readonly<Record<string, unknown>> | undefined)[] }>();
  for (const [column, pools] of rest.entries()) {
    const seen = new Map<string, number>();
    for (const pool of pools) {
      const role = roleOf(pool);
      const nth = (seen.get(role) ?? 0) + 1;
      seen.set(role, nth);
      const group = groups.get(`${nth} ${role}`) ?? { items: rest.map(() => undefined) };
      group.items[column] = pool;
      groups.set(`${nth} ${role}`, group);
    }
  }
  return [...groups.values()].map(({ items }) => {
    const names = [...new Set(items.flatMap((pool) => (pool === undefined ? [] : [nameOf(pool)])))];
    return { key: names.join(" / "), items, byRole: names.length > 1 };
  });
}

function nameOf(pool: Readonly<Record<string, unknown>>): string {
  return typeof pool.name === "string" ? pool.name : "";
}

/** Returns the role of a pool, which decides which Pods it accepts: taints, system components and architecture. */
function roleOf(pool: Readonly<Record<string, unknown>>): string {
  const taints = listAt(pool, "taints")
    .map((taint) => `${stringAt(taint, "key") ?? ""}:${stringAt(taint, "effect") ?? ""}`)
    .toSorted();
  const takesSystem = fieldAt(pool, "systemComponents", "allow") !== false;
  return JSON.stringify([taints, takesSystem, stringAt(pool, "machine", "architecture") ?? "amd64"]);
}
