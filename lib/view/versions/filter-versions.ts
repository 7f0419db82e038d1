import { dayMs } from "#lib/kube/time-units.ts";
import type { VersionGroup } from "./version-groups.ts";
import type { VersionRow } from "./version-rows.ts";
import type { VersionsQuery } from "./versions-query.ts";

function architecturesOf({ image }: VersionRow): readonly string[] {
  const named = image?.architectures ?? [];
  const flavors = (image?.capabilityFlavors ?? []).flatMap(({ architecture = [] }) => architecture);
  const all = [...named, ...flavors];
  // An image version without architectures supports amd64.
  return all.length > 0 ? all : ["amd64"];
}

function matches(row: VersionRow, query: VersionsQuery, nowAt: number): boolean {
  const { stages, architectures, strategies, usedOnly, inPlaceOnly, expiringDays } = query;
  if (stages.length > 0 && !stages.includes(row.stage)) return false;
  if (strategies.length > 0 && !strategies.includes(row.strategy)) return false;
  if (usedOnly && row.clusters === 0) return false;
  if (inPlaceOnly && row.image?.inPlaceUpdates?.supported !== true) return false;
  if (architectures.length > 0 && !architecturesOf(row).some((one) => architectures.includes(one))) return false;
  if (expiringDays === undefined) return true;
  const { expiresAt } = row;
  return expiresAt !== undefined && expiresAt > nowAt && expiresAt <= nowAt + expiringDays * dayMs;
}

export interface FilteredVersions {
  readonly groups: readonly VersionGroup[];
  readonly shown: number;
  readonly total: number;
}

/** Filters version groups. Missing minors are only filtered by minor, because the other filters concern versions. */
export function filterVersions(groups: readonly VersionGroup[], query: VersionsQuery, nowAt: number): FilteredVersions {
  const asked = groups.filter(({ key }) => query.minors.length === 0 || query.minors.includes(key));
  const kept = asked
    .map((group) => ({ ...group, rows: group.rows.filter((row) => matches(row, query, nowAt)) }))
    .filter(({ rows, gaps }) => rows.length > 0 || gaps.length > 0);
  const count = (list: readonly VersionGroup[]) => list.reduce((sum, { rows }) => sum + rows.length, 0);
  return { groups: kept, shown: count(kept), total: count(groups) };
}
