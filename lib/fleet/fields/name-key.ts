import type { FleetRow } from "#lib/contract/fleet.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { naturalKey } from "#lib/text/natural-key.ts";

/** Orders rows by name, and those of one name by project; made once per row. */
export const nameKeyOf = perObject((row: FleetRow) => `${naturalKey(row.name)}\n${naturalKey(row.project)}`);
