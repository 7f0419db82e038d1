import type { FleetRow } from "#lib/contract/fleet.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";

/** Sort key of a project's name, cached because thousands of clusters belong to a few projects. */
const projectKey = memoizePerKey(1_000, naturalKey);

/** Sort key by name, then by project; cached per row. */
export const nameSortKeyOf = memoizePerObject((row: FleetRow) => `${naturalKey(row.name)}\n${projectKey(row.project)}`);
