import type { FleetRow } from "#lib/contract/fleet.ts";

/** The list of clusters shown last, in its order; it lives as long as the document. */
let seen: readonly { readonly row: FleetRow }[] = [];

export function recordShownList(lines: readonly { readonly row: FleetRow }[]): void {
  seen = lines;
}

interface Place {
  readonly project: string;
  readonly name: string;
}

/** Returns the neighbour of a cluster in that list; undefined at its ends or if the cluster is not in it. */
export function adjacentClusterInList({ project, name }: Place, by: 1 | -1): Place | undefined {
  const at = seen.findIndex(({ row }) => row.name === name && row.project === project);
  return at < 0 ? undefined : seen[at + by]?.row;
}
