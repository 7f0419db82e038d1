import type { FleetRow } from "#lib/contract/fleet.ts";
import { perKey } from "#lib/memo/per-key.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { naturalKey } from "#lib/text/natural-key.ts";

/** Thousands of clusters belong to a few projects. */
const projectKey = perKey(1_000, naturalKey);

/** Orders rows by name, and those of one name by project; made once per row. */
export const nameKeyOf = perObject((row: FleetRow) => `${naturalKey(row.name)}\n${projectKey(row.project)}`);
