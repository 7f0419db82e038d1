import type { FleetRow } from "#lib/contract/fleet.ts";
import { userLabelsOf } from "#lib/fleet/fields/row-labels.ts";

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
