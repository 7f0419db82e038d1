import "server-only";
import { countShootsBySeed } from "#lib/policy/scheduling/schedule-shoot.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";

type Counts = ReadonlyMap<string, number>;

const counted = new WeakMap<FleetSources["shoots"], { readonly contents: string; readonly counts: Counts }>();

/**
 * Number of Shoots on each Seed, counted again only after a Shoot has changed; undefined for users who do not see all
 * clusters.
 */
export function shootsPerSeed(
  { all }: Pick<UserScope, "all">,
  { shoots }: Pick<FleetSources, "shoots">,
): Counts | undefined {
  if (!all) return undefined;
  const contents = shoots.map((mirror) => mirror.contents).join();
  const known = counted.get(shoots);
  if (known?.contents === contents) return known.counts;
  const counts = countShootsBySeed(shoots.flatMap((mirror) => mirror.listSummaries()));
  counted.set(shoots, { contents, counts });
  return counts;
}
