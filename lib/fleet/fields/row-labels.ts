import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";

/** Matches label keys of Gardener and its extensions, such as `shoot.gardener.cloud/status`, which no user set. */
const gardenersOwn = /^([^/]+\.)?gardener\.cloud\//;

/** Returns the labels of a cluster that are not Gardener's own, as entries. */
export function userLabelsOf({ labels = {} }: FleetRow): readonly (readonly [key: string, value: string])[] {
  return Object.entries(labels).filter(([key]) => !gardenersOwn.test(key));
}

/** Formats labels like kubectl, sorted and without Gardener's own: `env=prod, team=blue`; cached per row. */
export const formatRowLabels = memoizePerObject((row: FleetRow) =>
  userLabelsOf(row)
    .map(([key, value]) => (value === "" ? key : `${key}=${value}`))
    .sort()
    .join(", "),
);
