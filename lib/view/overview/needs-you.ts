import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import type { FleetRow } from "../../contract/fleet.ts";
import type { ForeseenDeadEnd, ForeseenStep } from "../../contract/forecast.ts";

/** Why a cluster is on the list. A closed list: each has its sentence and its one button. */
export type Need =
  | { readonly id: "operation-failed"; readonly at?: number }
  | { readonly id: "unhealthy"; readonly at: number }
  | { readonly id: "stuck"; readonly at: number; readonly deadEnd: ForeseenDeadEnd }
  | { readonly id: "dead-end"; readonly at: number; readonly deadEnd: ForeseenDeadEnd }
  | { readonly id: "forced-minor"; readonly at: number; readonly step: ForeseenStep }
  | { readonly id: "maintenance-failed"; readonly at?: number }
  | { readonly id: "certificates-end" }
  | { readonly id: "rotation-waits"; readonly at: number; readonly family: string }
  | { readonly id: "yours-to-mend"; readonly at?: number }
  | { readonly id: "deprecated-and-held"; readonly at?: number };

export interface NeedOfCluster {
  readonly row: FleetRow;
  readonly tier: number;
  readonly need: Need;
  /** What else the cluster needs, less urgent. */
  readonly others: number;
}

const unhealthyAfterMs = 30 * minuteMs;
const rotationAfterMs = 14 * dayMs;

interface Ranked {
  readonly tier: number;
  readonly need: Need;
}

function instantOf(text: string | undefined): { readonly at?: number } {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? {} : { at };
}

function operationNeeds(row: FleetRow, now: number): readonly Ranked[] {
  const { lastOperation, fixer, health, unhealthySince, lastMaintenance } = row;
  const since = Date.parse(unhealthySince ?? "");
  const needs: Ranked[] = [];
  if (lastOperation?.state === "Failed") {
    needs.push({ tier: 0, need: { id: "operation-failed", ...instantOf(lastOperation.updatedAt) } });
  }
  if (health === "unhealthy" && now - since > unhealthyAfterMs)
    needs.push({ tier: 0, need: { id: "unhealthy", at: since } });
  if (lastMaintenance?.state === "Failed") {
    needs.push({ tier: 1, need: { id: "maintenance-failed", ...instantOf(lastMaintenance.triggeredAt) } });
  }
  if (lastOperation?.state === "Error" && fixer === "user") {
    needs.push({ tier: 2, need: { id: "yours-to-mend", ...instantOf(lastOperation.updatedAt) } });
  }
  return needs;
}

function forecastNeeds(row: FleetRow, now: number): readonly Ranked[] {
  return forcedEvents(row).flatMap(({ at, overdue, step, deadEnd }): Ranked[] => {
    const inDays = (at - now) / dayMs;
    if (deadEnd !== undefined) {
      if (overdue) return [{ tier: 0, need: { id: "stuck", at: deadEnd.endsAt ?? at, deadEnd } }];
      return inDays <= 90 ? [{ tier: 1, need: { id: "dead-end", at, deadEnd } }] : [];
    }
    if (step?.hop !== "minor" || inDays > 30) return [];
    return [{ tier: inDays <= 7 ? 1 : 2, need: { id: "forced-minor", at, step } }];
  });
}

function credentialNeeds({ constraints, rotation }: FleetRow, now: number): readonly Ranked[] {
  const needs: Ranked[] = [];
  const isFalse = constraints.some(
    ({ type, status }) => type === "CACertificateValiditiesAcceptable" && status === "False",
  );
  if (isFalse) needs.push({ tier: 1, need: { id: "certificates-end" } });
  const since = Date.parse(rotation?.since ?? "");
  if (rotation?.phase === "Prepared" && now - since > rotationAfterMs) {
    needs.push({ tier: 2, need: { id: "rotation-waits", at: since, family: rotation.family } });
  }
  return needs;
}

function heldNeeds({ kubernetes, autoUpdate }: FleetRow): readonly Ranked[] {
  if (kubernetes.classification !== "deprecated" || autoUpdate.kubernetes) return [];
  return [{ tier: 3, need: { id: "deprecated-and-held", ...instantOf(kubernetes.expiresAt) } }];
}

const dueOf = ({ need }: Ranked) => ("at" in need && need.at !== undefined ? need.at : Number.POSITIVE_INFINITY);

function byRank(a: Ranked, b: Ranked): number {
  return a.tier - b.tier || compare(dueOf(a), dueOf(b));
}

/** Infinities are equal to each other. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The ranking rule in words, one line a tier: it is printed beside the list. */
export const tierWords = [
  "The last operation failed; unhealthy for more than 30 minutes; on an ended version with no way on.",
  "A dead end within 90 days; forced to a new minor within 7 days; the last maintenance failed; certificate authorities end within a year.",
  "A rotation has waited for you for more than 14 days; forced to a new minor within 30 days; an error you can fix.",
  "On a deprecated version with automatic updates off.",
] as const;

/** Every cluster that needs somebody, once, by its most urgent need: by tier, date, production first, then name. */
export function needsYou(rows: readonly FleetRow[], now: number): readonly NeedOfCluster[] {
  const found = rows.flatMap((row): NeedOfCluster[] => {
    if (row.deletionRequestedAt !== undefined && row.lastOperation?.state !== "Failed") return [];
    const ranked = [
      ...operationNeeds(row, now),
      ...forecastNeeds(row, now),
      ...credentialNeeds(row, now),
      ...heldNeeds(row),
    ].sort(byRank);
    const [first, ...others] = ranked;
    return first === undefined ? [] : [{ row, ...first, others: others.length }];
  });
  const production = ({ row }: NeedOfCluster) => (row.purpose === "production" ? 0 : 1);
  const nameOf = ({ row }: NeedOfCluster) => `${row.project}/${row.name}`;
  return found.sort((a, b) => byRank(a, b) || production(a) - production(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
}
