import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary } from "#lib/contract/forecast.ts";
import { deadEndKey, missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import {
  causeOfDeadEnd,
  type DeadEndCause,
  type Urgency,
  urgencies,
  urgencyOf,
} from "#lib/policy/versions/dead-end-horizon.ts";
import { profileSuffixOf } from "#lib/words/format-list.ts";

/** Missing link of upgrade paths, and the clusters that it blocks. */
export interface StuckLink {
  /** In the syntax of the filter `deadend`. */
  readonly key: string;
  readonly code: string;
  readonly cause: DeadEndCause;
  /** Urgency for the first affected cluster. */
  readonly urgency: Urgency;
  readonly missing?: string | undefined;
  readonly profile?: string | undefined;
  readonly clusters: number;
  /** Clusters without another dead end, which this link alone would unblock. */
  readonly freed: number;
  /** Clusters that are stuck already. */
  readonly stuckNow: number;
  /** First time it blocks a cluster, in epoch milliseconds. */
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

/** Missing links behind dead ends: those that unblock most clusters first, open ends last. */
export function stuckBoard(rows: readonly FleetRow[], now: number): readonly StuckLink[] {
  const links = new Map<string, Gathering>();
  for (const row of rows) {
    const deadEnds = row.forecast?.deadEnds ?? [];
    const keys = new Set(deadEnds.map(deadEndKey));
    for (const deadEnd of deadEnds) {
      const key = deadEndKey(deadEnd);
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

const isOpen = ({ urgency }: StuckLink) => Number(urgency === "open");

/** Missing item and profile in short: `1.34 missing in gcp`. */
export function stuckLinkLabel(link: Pick<StuckLink, "code" | "missing" | "profile">): string {
  return missingVersionLabel(link, profileSuffixOf(link.profile));
}

/** Numbers of clusters with dead ends. Each counts once, by its most urgent one. */
export interface StuckCounts {
  /** Stuck now or later, without open ends. */
  readonly stuck: number;
  /** With open ends only. */
  readonly open: number;
}

export function stuckCounts(rows: readonly FleetRow[], now: number): StuckCounts {
  let [stuck, open] = [0, 0];
  for (const { forecast } of rows) {
    const deadEnds = forecast?.deadEnds ?? [];
    if (deadEnds.length === 0) continue;
    if (deadEnds.every((deadEnd) => urgencyOf(deadEnd, now) === "open")) open += 1;
    else stuck += 1;
  }
  return { stuck, open };
}
