import { deadEndKey, deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { ForeseenDeadEnd } from "../../contract/forecast.ts";

/** One missing link, and what it holds up. */
export interface StuckLink {
  /** As the filter `deadend` has it. */
  readonly key: string;
  readonly code: string;
  readonly missing?: string;
  readonly profile?: string;
  readonly clusters: number;
  /** Clusters that nothing else holds up: closing this link alone frees them. */
  readonly freed: number;
  /** Clusters that are stuck already. */
  readonly stuckNow: number;
  /** When it is felt first: epoch milliseconds. */
  readonly firstAt: number;
}

interface Gathering {
  readonly deadEnd: ForeseenDeadEnd;
  clusters: number;
  freed: number;
  stuckNow: number;
  firstAt: number;
}

/** Dead ends by what is missing: the link that frees most clusters first. */
export function stuckBoard(rows: readonly FleetRow[]): readonly StuckLink[] {
  const links = new Map<string, Gathering>();
  for (const row of rows) {
    const deadEnds = row.forecast?.deadEnds ?? [];
    const keys = new Set(deadEnds.map(deadEndKey));
    for (const deadEnd of deadEnds) {
      const key = deadEndKey(deadEnd);
      const held = links.get(key) ?? { deadEnd, clusters: 0, freed: 0, stuckNow: 0, firstAt: deadEnd.fromAt };
      links.set(key, held);
      held.clusters += 1;
      held.freed += keys.size === 1 ? 1 : 0;
      held.stuckNow += deadEnd.overdue === true ? 1 : 0;
      held.firstAt = Math.min(held.firstAt, deadEnd.fromAt);
    }
  }
  return [...links]
    .map(
      ([
        key,
        {
          deadEnd: { code, missing, profile },
          ...told
        },
      ]) => ({
        key,
        code,
        ...(missing !== undefined && { missing }),
        ...(profile !== undefined && { profile }),
        ...told,
      }),
    )
    .sort((a, b) => b.freed - a.freed || b.clusters - a.clusters || a.firstAt - b.firstAt);
}

/** What has to be done, in a few words: `Add 1.34.x to gcp`. */
export function linkWords({ code, missing, profile }: Pick<StuckLink, "code" | "missing" | "profile">): string {
  const where = profile === undefined ? "" : ` in ${profile}`;
  if (missing === undefined) return deadEndWords(code);
  switch (code) {
    case "preview-only":
      return `${missing} only as preview${where}`;
    case "image-end-of-life":
    case "no-higher-image":
    case "image-does-not-fit":
      return `Usable version of ${missing} missing${where}`;
    case "rejected-by-dry-run":
      return `${missing} stands in the way`;
    default:
      return `${missing} missing${where}`;
  }
}

/** How many clusters run into any dead end. */
export function stuckClusters(rows: readonly FleetRow[]): number {
  return rows.filter((row) => forcedEvents(row).some(({ kind }) => kind === "deadend")).length;
}
