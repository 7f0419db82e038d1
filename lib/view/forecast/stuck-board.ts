import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary } from "#lib/contract/forecast.ts";
import { deadEndFilterValueOf, missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import {
  causeOfDeadEnd,
  type DeadEndCause,
  type Urgency,
  urgencies,
  urgencyOf,
} from "#lib/policy/versions/dead-end-horizon.ts";
import { profileSuffixLabel } from "#lib/words/format-list.ts";

/** Missing item that blocks upgrades, such as a version that a profile lacks, and the clusters that it blocks. */
export interface MissingUpgradeLink {
  /** Value of the filter `deadend` that selects the blocked clusters. */
  readonly key: string;
  readonly code: string;
  readonly cause: DeadEndCause;
  /** Urgency of the dead end for the first affected cluster. */
  readonly urgency: Urgency;
  readonly missing?: string | undefined;
  readonly profile?: string | undefined;
  readonly clusters: number;
  /** Number of clusters without another dead end, which only this missing item blocks. */
  readonly freed: number;
  /** Clusters that are stuck already. */
  readonly stuckNow: number;
  /** First time at which the missing item blocks a cluster, in epoch milliseconds. */
  readonly firstAt: number;
}

interface Gathering {
  readonly deadEnd: DeadEndSummary;
  clusters: number;
  freed: number;
  stuckNow: number;
  firstAt: number;
  urgency: Urgency;
}

const rankOf = (urgency: Urgency) => urgencies.indexOf(urgency);

/** Returns the missing items behind dead ends: those that would unblock most clusters first, open ends last. */
export function missingUpgradeLinksOf(rows: readonly FleetRow[], now: number): readonly MissingUpgradeLink[] {
  const links = new Map<string, Gathering>();
  for (const row of rows) {
    const deadEnds = row.forecast?.deadEnds ?? [];
    const keys = new Set(deadEnds.map(deadEndFilterValueOf));
    for (const deadEnd of deadEnds) {
      const key = deadEndFilterValueOf(deadEnd);
      const urgency = urgencyOf(deadEnd, now);
      const held = links.get(key) ?? { deadEnd, clusters: 0, freed: 0, stuckNow: 0, firstAt: deadEnd.fromAt, urgency };
      links.set(key, held);
      held.clusters += 1;
      held.freed += keys.size === 1 ? 1 : 0;
      held.stuckNow += deadEnd.overdue === true ? 1 : 0;
      if (rankOf(urgency) < rankOf(held.urgency)) held.urgency = urgency;
      held.firstAt = Math.min(held.firstAt, deadEnd.fromAt);
    }
  }
  return [...links]
    .map(([key, { deadEnd, ...told }]) => {
      const { code, missing, profile } = deadEnd;
      return { key, code, cause: causeOfDeadEnd(code), missing, profile, ...told };
    })
    .sort((a, b) => isOpen(a) - isOpen(b) || b.freed - a.freed || b.clusters - a.clusters || a.firstAt - b.firstAt);
}

const isOpen = ({ urgency }: MissingUpgradeLink) => Number(urgency === "open");

/** Returns the label of a missing item with its profile: `1.34 missing in gcp`. */
export function missingUpgradeLinkLabel(link: Pick<MissingUpgradeLink, "code" | "missing" | "profile">): string {
  return missingVersionLabel(link, profileSuffixLabel(link.profile));
}

/** Numbers of clusters with dead ends. Each cluster counts once, by its most urgent dead end. */
export interface StuckClusterCounts {
  /** Number of clusters that are stuck now or later, not counting open ends. */
  readonly stuck: number;
  /** Number of clusters that have open ends only. */
  readonly open: number;
}

export function countStuckClusters(rows: readonly FleetRow[], now: number): StuckClusterCounts {
  let [stuck, open] = [0, 0];
  for (const { forecast } of rows) {
    const deadEnds = forecast?.deadEnds ?? [];
    if (deadEnds.length === 0) continue;
    if (deadEnds.every((deadEnd) => urgencyOf(deadEnd, now) === "open")) open += 1;
    else stuck += 1;
  }
  return { stuck, open };
}
