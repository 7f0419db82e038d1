import type { FleetRow } from "#lib/contract/fleet.ts";
import { perKey } from "#lib/memo/per-key.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { naturalKey } from "#lib/strings/natural-key.ts";

/** Sort key of a project, cached because thousands of clusters belong to a few projects. */
const projectKey = perKey(1_000, naturalKey);

/** Sort key by name, then by project; cached per row. */
export const nameKeyOf = perObject((row: FleetRow) => `${naturalKey(row.name)}\n${projectKey(row.project)}`);
