import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";

/** Matches label keys of Gardener and its extensions, such as `shoot.gardener.cloud/status`, which no user set. */
const gardenersOwn = /^([^/]+\.)?gardener\.cloud\//;

/** Returns the labels of a cluster that are not Gardener's own, as entries. */
function userLabelsOf({ labels = {} }: FleetRow): readonly (readonly [key: string, value: string])[] {
  return Object.entries(labels).filter(([key]) => !gardenersOwn.test(key));
}

/** Formats labels like kubectl, sorted and without Gardener's own: `env=prod, team=blue`; cached per row. */
export const formatRowLabels = memoizePerObject((row: FleetRow) =>
  userLabelsOf(row)
    .map(([key, value]) => (value === "" ? key : `${key}=${value}`))
    .sort()
    .join(", "),
);

/** Maximum number of label keys that are offered for grouping. */
const mostLabelKeys = 50;

/** Returns the keys of labels that users set on these clusters, the most frequent ones, in alphabetical order. */
export function userLabelKeysOf(rows: readonly FleetRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const [key] of userLabelsOf(row)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount
    .slice(0, mostLabelKeys)
    .map(([key]) => key)
    .sort();
}
