import type { FleetRow } from "#lib/contract/fleet.ts";

/** Rows of the cluster list that was shown last, in its order; kept until the document is unloaded. */
let seen: readonly { readonly row: FleetRow }[] = [];

export function recordShownList(lines: readonly { readonly row: FleetRow }[]): void {
  seen = lines;
}

interface Place {
  readonly project: string;
  readonly name: string;
}

/** Previous or next cluster of the list shown last; undefined at its ends or if the cluster is not in the list. */
export function adjacentClusterInList({ project, name }: Place, by: 1 | -1): Place | undefined {
  const at = seen.findIndex(({ row }) => row.name === name && row.project === project);
  return at < 0 ? undefined : seen[at + by]?.row;
}
