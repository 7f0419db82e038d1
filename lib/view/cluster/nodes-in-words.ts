import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

/** The Nodes of a cluster, as its own API has told them. */
export interface CountedNodes {
  readonly ready: number;
  readonly all: number;
}

interface Known {
  readonly counted: CountedNodes | undefined;
  /** The pools of the spec; undefined while they are not known. */
  readonly workers:
    | readonly { readonly minimum?: number | null; readonly maximum?: number | null }[]
    | null
    | undefined;
}

/** `6/6 nodes`, or between which numbers the pools may have: never a number that is not known. */
export function nodesInWords(
  { hibernated, maxNodes }: Pick<FleetRow, "hibernated" | "maxNodes">,
  { counted, workers }: Known,
): string | undefined {
  if (hibernated) return text("no nodes while hibernated");
  if (counted !== undefined)
    return text("{ready}/{all, plural, one {# node} other {# nodes}}", { ready: counted.ready, all: counted.all });
  if (maxNodes === undefined) return undefined;
  const least = workers?.reduce((sum, { minimum }) => sum + (minimum ?? 0), 0);
  if (least === undefined || least > maxNodes)
    return text("up to {nodes, plural, one {# node} other {# nodes}}", { nodes: maxNodes });
  return least === maxNodes
    ? text("{nodes, plural, one {# node} other {# nodes}}", { nodes: maxNodes })
    : text("{least} to {nodes, plural, one {# node} other {# nodes}}", { least, nodes: maxNodes });
}
