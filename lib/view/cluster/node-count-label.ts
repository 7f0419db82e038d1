import type { FleetRow } from "#lib/contract/fleet.ts";
import { text } from "#lib/language/text.ts";

/** Numbers of Nodes, as reported by the cluster's own API. */
export interface CountedNodes {
  readonly ready: number;
  readonly all: number;
}

interface Known {
  readonly counted: CountedNodes | undefined;
  /** Pools of the spec; undefined while unknown. */
  readonly workers:
    | readonly { readonly minimum?: number | null; readonly maximum?: number | null }[]
    | null
    | undefined;
}

/** Returns a label such as `6/6 nodes`, or the range that the pools allow; an unknown number is never shown. */
export function nodeCountLabel(
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
