import type { FleetRow } from "#lib/contract/fleet.ts";

/** A list of clusters as somebody saw it last, in its order; it lives as long as the tab's page. */
let seen: readonly { readonly row: FleetRow }[] = [];

export function noteListSeen(lines: readonly { readonly row: FleetRow }[]): void {
  seen = lines;
}

interface Place {
  readonly project: string;
  readonly name: string;
}

/** The cluster so many lines further in that list; undefined at its ends, and where one did not come from a list. */
export function clusterBeside({ project, name }: Place, by: 1 | -1): Place | undefined {
  const at = seen.findIndex(({ row }) => row.name === name && row.project === project);
  return at < 0 ? undefined : seen[at + by]?.row;
}
