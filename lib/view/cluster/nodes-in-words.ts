import { countOf } from "#lib/words/count.ts";
import type { FleetRow } from "../../contract/fleet.ts";

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
  if (hibernated) return "no nodes while hibernated";
  if (counted !== undefined) return `${counted.ready}/${countOf(counted.all, "node")}`;
  if (maxNodes === undefined) return undefined;
  const least = workers?.reduce((sum, { minimum }) => sum + (minimum ?? 0), 0);
  if (least === undefined || least > maxNodes) return `up to ${countOf(maxNodes, "node")}`;
  return least === maxNodes ? countOf(maxNodes, "node") : `${least} to ${countOf(maxNodes, "node")}`;
}
