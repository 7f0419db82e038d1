import type { FleetRow } from "#lib/contract/fleet.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";

/** Returns ids of the custom fields that the project of a list shows by default; undefined for several projects. */
export function shownFieldsOf(rows: readonly FleetRow[] | undefined, { filters }: FleetQuery): FleetRow["shownFields"] {
  const projects = filters.get("project");
  return projects?.length === 1
    ? rows?.find((row) => row.project === projects[0] && row.shownFields)?.shownFields
    : undefined;
}
