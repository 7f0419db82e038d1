import type { FleetRow } from "#lib/contract/fleet.ts";
import type { AttentionTier } from "#lib/contract/garden-counts.ts";
import { clusterPath } from "#lib/fleet/cluster-path.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { endFilterValueOf } from "#lib/fleet/fields/ending-filter.ts";
import { missingFilterValue } from "#lib/fleet/fields/field-values.ts";
import { lifetimeEndBucketOf, lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { createRotationAgeTest } from "#lib/fleet/fields/rotation-age-filter.ts";
import { type FleetQuery, formatFleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { endingVersionOf, forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { lifetimeWarningPeriodMs, type ResponsibleRole, responsibleRoles } from "#lib/policy/next/diagnosis.ts";
import {
  clusterRowStateOf,
  failedStates,
  type RowReconcileBlocker,
  type RowState,
  reconcileBlockerOfRow,
  stalledRowStates,
} from "#lib/policy/next/row-state.ts";
import { causeOfDeadEnd, daysUntil, urgentDays } from "#lib/policy/versions/dead-end-horizon.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { profileSuffixLabel } from "#lib/words/format-list.ts";
import { stepTargetLabel } from "../forecast/forced-change-descriptions.ts";
import { type CauseRank, compareByUrgency } from "./attention-order.ts";

/** Cause for attention that clusters have in common. Each cause has its own description. */
export type AttentionCause =
  | { readonly id: "failed" | "retrying"; readonly code?: string }
  /** `value` as in the filter: `ignored:change`. */
  | { readonly id: "held-back"; readonly hold: RowReconcileBlocker; readonly value: string }
  | { readonly id: "standstill"; readonly state: RowState }
  | { readonly id: "lifetime-ends" | NoteCause }
  | { readonly id: "unhealthy"; readonly condition: string }
  | {
      readonly id: "ending";
      readonly version: string;
      readonly image?: string | undefined;
      readonly endsAt?: number | undefined;
    }
  | { readonly id: "stuck"; readonly code: string; readonly missing?: string; readonly profile?: string }
  /** A minor update is forced, for which the clusters are not ready. `time` is the range in days, as in the filter. */
  | { readonly id: "not-ready"; readonly time: string }
  | { readonly id: "maintenance-failed" | "certificates-end" | "rotation-waits" | "deprecated-and-held" };

/** Causes that are only notes about a cluster, whatever its state. */
const noteCauses = ["schedules-unreadable", "schedule-never-comes", "lifetime-unreadable", "perhaps-ignored"] as const;
type NoteCause = (typeof noteCauses)[number];

/** Clusters with the same cause for attention. */
export interface AttentionGroup {
  /** Filters of the cluster list that select exactly these clusters. */
  readonly key: string;
  readonly filters: readonly (readonly [key: string, value: string])[];
  readonly cause: AttentionCause;
  readonly tier: AttentionTier;
  /** Date in epoch milliseconds, possibly past; absent without a date. */
  readonly at?: number;
  /** Rows of the group: the user's own projects first, then production, then by name. */
  readonly rows: readonly FleetRow[];
  readonly production: number;
  /** Number of clusters that do not run the ending version yet, and are updated to it before it ends. */
  readonly passing: number;
  /** Distinct effects on the clusters: `1.34.9 minor`, `no 1.37 in gcp yet`. */
  readonly effects: readonly string[];
  /** Party that has to act, if it is the same for all clusters. */
  readonly turn?: ResponsibleRole;
}

interface Entry {
  readonly filters: AttentionGroup["filters"];
  readonly cause: AttentionCause;
  readonly at?: number | undefined;
  /** Time at which the first cluster is affected; immediately if absent. */
  readonly feltAt?: number;
  /** Whether the cluster does not run the ending version yet. */
  readonly passes?: boolean;
  readonly effect?: string | undefined;
  readonly turn?: ResponsibleRole | undefined;
}

const alive = ["del", "0"] as const;
const rotationWaits = "waiting:>14d";
const hasWaitingRotation = createRotationAgeTest([rotationWaits]);

const brokenStates: readonly RowState[] = [...failedStates, "retrying"];
/** Reasons for which it is known what work waits while Gardener is held back. */
const namesWork: ReadonlySet<RowReconcileBlocker | undefined> = new Set(["ignored", "seed-stopped", "seed-silent"]);

/** Causes for failed operations that wait for a user or for Gardener's next attempt, except those about to continue. */
function operationEntries(row: FleetRow): readonly Entry[] {
  const state = clusterRowStateOf(row);
  if (!brokenStates.includes(state)) return [];
  const failed = failedStates.includes(state);
  const codes = row.errorCodes.length === 0 ? [undefined] : row.errorCodes;
  return codes.map((code) => ({
    filters: [["state", failed ? failedStates.join() : state], ["err", code ?? "none"], ...(failed ? [] : [alive])],
    cause: { id: failed ? "failed" : "retrying", ...(code !== undefined && { code }) },
    turn: turnIn(row),
  }));
}

/** Returns causes for clusters that Gardener is held back from reconciling, or whose work it does not pick up. */
function standstillEntries(row: FleetRow, now: number): readonly Entry[] {
  const hold = reconcileBlockerOfRow(row);
  const turn = turnIn(row);
  if (hold !== undefined && hold !== "perhaps-ignored") {
    const value = namesWork.has(hold) ? `${hold}:${row.next.waiting ?? missingFilterValue}` : hold;
    return [{ filters: [["heldBack", value]], cause: { id: "held-back", hold, value }, turn }];
  }
  const state = clusterRowStateOf(row, now);
  if (!stalledRowStates.includes(state)) return [];
  // An unreadable state is no cause, because nothing is known about the cluster.
  if (state === "unrecognised" && row.health !== "unhealthy") return [];
  const known = state === "unrecognised" ? ([["status", "unhealthy"]] as const) : [];
  return [{ filters: [["state", state], ...known], cause: { id: "standstill", state }, turn }];
}

/** Returns the cause for a cluster that Gardener deletes at the end of its lifetime. */
function lifetimeEntries(row: FleetRow, now: number): readonly Entry[] {
  const at = lifetimeEndOf(row);
  if (at === undefined) return [];
  const filters = [["endsOn", lifetimeEndBucketOf(at, now)], alive] as const;
  return [
    {
      filters,
      cause: { id: "lifetime-ends" },
      at,
      feltAt: at <= now + lifetimeWarningPeriodMs ? now : at,
      turn: "Owner",
    },
  ];
}

function noteEntries({ next: { notes = [] } }: FleetRow): readonly Entry[] {
  return noteCauses
    .filter((id) => notes.includes(id))
    .map((id) => ({ filters: [["note", id], alive], cause: { id }, turn: "Owner" }));
}

function turnIn({ next: { turn } }: FleetRow): ResponsibleRole | undefined {
  return responsibleRoles.find((each) => each === turn && each !== "Nobody");
}

function healthEntries(row: FleetRow): readonly Entry[] {
  if (row.health !== "unhealthy" || brokenStates.includes(clusterRowStateOf(row))) return [];
  const others = brokenStates.map((state) => `-${state}`).join();
  return row.conditions
    .filter(({ status }) => status === "False")
    .map(({ type }) => ({
      filters: [["status", "unhealthy"], ["state", others], alive, ["cond", `${type}:False`]],
      cause: { id: "unhealthy", condition: type },
    }));
}

function forecastEntries(row: FleetRow): readonly Entry[] {
  return forcedEventsOf(row).map((event): Entry => {
    const { at, overdue, step, deadEnd } = event;
    const feltAt = overdue ? 0 : at;
    const effect =
      step === undefined
        ? deadEnd && missingVersionLabel(deadEnd, profileSuffixLabel(deadEnd.profile))
        : stepTargetLabel(step);
    const turn = deadEnd && (causeOfDeadEnd(deadEnd.code) === "blocked" ? "Owner" : "Operator");
    const ending = endingVersionOf(event);
    if (ending !== undefined) {
      const { key, version, image = imageIn(row, deadEnd?.lane), endsAt } = ending;
      return {
        filters: [["ends", key]],
        cause: { id: "ending", version, image, endsAt },
        passes: !runs(row, version, image),
        at: endsAt,
        feltAt,
        effect,
        turn,
      };
    }
    const { code, missing, profile } = deadEnd ?? { code: "" };
    return {
      filters: [["ends", endFilterValueOf(event)]],
      cause: { id: "stuck", code, ...(missing && { missing }), ...(profile && { profile }) },
      at: feltAt,
      feltAt,
      turn,
    };
  });
}

/** Returns the cause for a cluster that is not ready for the minor update that is forced next. */
function readinessEntries(row: FleetRow, now: number): readonly Entry[] {
  const { to: effect, at } = readinessStepOf(row) ?? {};
  if (row.readiness?.result !== "not-ready" || at === undefined) return [];
  const time = daysUntil(at, now) <= 30 ? "..30d" : "31d..";
  return [{ filters: [["readiness", `not-ready:${time}`]], cause: { id: "not-ready", time }, at, feltAt: at, effect }];
}

/** Whether the control plane or a pool of a cluster runs a version of Kubernetes, or of a machine image. */
function runs({ kubernetes, pinnedPools, images }: FleetRow, version: string, image: string | undefined): boolean {
  return image === undefined
    ? [kubernetes, ...pinnedPools].some((used) => used.version === version)
    : images.some((used) => used.name === image && used.version === version);
}

/** Image used by an image component such as `pool/a/image`. */
function imageIn({ images }: FleetRow, lane = ""): string | undefined {
  const pool = /^pool\/(.*)\/image$/.exec(lane)?.[1];
  return pool === undefined ? undefined : images.find(({ pools }) => pools.includes(pool))?.name;
}

function upkeepEntries(row: FleetRow, now: number): readonly Entry[] {
  const { lastMaintenance, constraints, kubernetes, autoUpdate } = row;
  const entries: Entry[] = [];
  const certificates = "CACertificateValiditiesAcceptable";
  if (constraints.some(({ type, status }) => type === certificates && status === "False")) {
    const filters = [["constraint", `${certificates}:False`], alive] as const;
    entries.push({ filters, cause: { id: "certificates-end" }, turn: "Owner" });
  }
  if (lastMaintenance?.state === "Failed") {
    entries.push({ filters: [["maint", "Failed"], alive], cause: { id: "maintenance-failed" } });
  }
  if (hasWaitingRotation(row, { now })) {
    entries.push({ filters: [["rotAge", rotationWaits], alive], cause: { id: "rotation-waits" }, turn: "Owner" });
  }
  if (kubernetes.classification === "deprecated" && !autoUpdate.kubernetes) {
    const filters = [["k8sClass", "deprecated"], ["auto", "k8s:off"], alive] as const;
    entries.push({ filters, cause: { id: "deprecated-and-held" }, turn: "Owner" });
  }
  return entries;
}

/** Causes of a row. A cluster being deleted only has causes that fail or block the deletion; nothing else matters. */
function entriesOf(row: FleetRow, now: number): readonly Entry[] {
  if (row.deletionRequestedAt !== undefined)
    return [...operationEntries(row).filter(({ cause }) => cause.id === "failed"), ...standstillEntries(row, now)];
  return [
    ...operationEntries(row),
    ...standstillEntries(row, now),
    ...lifetimeEntries(row, now),
    ...healthEntries(row),
    ...noteEntries(row),
    ...forecastEntries(row),
    ...readinessEntries(row, now),
    ...upkeepEntries(row, now),
  ];
}

/** Returns whether the cause is that Gardener is held back without waiting work, which may last for long. */
function isAtRest(cause: AttentionCause): boolean {
  return cause.id === "held-back" && cause.value.endsWith(`:${missingFilterValue}`) && cause.hold !== "seed-silent";
}

const undated: ReadonlySet<AttentionCause["id"]> = new Set([
  "lifetime-unreadable",
  "perhaps-ignored",
  "rotation-waits",
  "deprecated-and-held",
  "certificates-end",
]);

/**
 * Tier of a cause; undefined if too far ahead to need attention. As on the cluster pages, the day counts on which the
 * first cluster is forced or stuck, possibly a day after a version's end. Versions missing from the profile have ended.
 */
function tierOf(
  cause: AttentionCause,
  { at, feltAt }: Pick<Gathering, "at" | "feltAt">,
  now: number,
): AttentionTier | undefined {
  if (cause.id === "ending" && (at === undefined || at <= now)) return "ended";
  if (feltAt === undefined || feltAt <= now) return undated.has(cause.id) || isAtRest(cause) ? "open" : "now";
  const days = daysUntil(feltAt, now);
  return days <= 30 ? "30" : days <= urgentDays ? "90" : undefined;
}

interface Gathering {
  readonly first: Entry;
  readonly rows: FleetRow[];
  passing: number;
  readonly effects: Set<string>;
  readonly turns: Set<ResponsibleRole | undefined>;
  at: number | undefined;
  feltAt: number | undefined;
}

export interface AttentionInput {
  readonly now: number;
  /** Names of the user's own projects. */
  readonly own: ReadonlySet<string>;
}

/**
 * Returns the causes for attention within 90 days: present ones first, then by number of clusters. A cluster is in the
 * group of each of its causes, so that a group equals the list that its filters select.
 */
export function attentionGroups(rows: readonly FleetRow[], input: AttentionInput): readonly AttentionGroup[] {
  const attention = createAttentionCollector(input);
  for (const row of rows) attention.add(row);
  return attention.result();
}

/** Collects the attention groups cluster by cluster, so that other requests can be served in between. */
export function createAttentionCollector({ now, own }: AttentionInput) {
  const gathered = new Map<string, Gathering>();
  return {
    add(row: FleetRow): void {
      for (const entry of entriesOf(row, now)) {
        const key = keyOf(entry.filters);
        const held = gathered.get(key) ?? newGathering(entry);
        gathered.set(key, held);
        if (held.rows.at(-1) !== row) {
          held.rows.push(row);
          if (entry.passes) held.passing += 1;
        }
        if (entry.effect !== undefined) held.effects.add(entry.effect);
        held.turns.add(entry.turn);
        held.at = earlier(held.at, entry.at);
        held.feltAt = earlier(held.feltAt, entry.feltAt);
      }
    },
    result(): readonly AttentionGroup[] {
      const groups = [...gathered].flatMap(([key, gathering]) => groupOf(key, gathering, { now, own }));
      const compare = compareByUrgency(own);
      return groups.sort((a, b) => compare(rankOfAttentionGroup(a), rankOfAttentionGroup(b)));
    },
  };
}

function groupOf(
  key: string,
  { first, rows, passing, effects, turns, at, feltAt }: Gathering,
  { now, own }: AttentionInput,
): readonly AttentionGroup[] {
  const tier = tierOf(first.cause, { at, feltAt }, now);
  if (tier === undefined) return [];
  const inOrder = (a: FleetRow, b: FleetRow) =>
    Number(own.has(b.project)) - Number(own.has(a.project)) ||
    Number(isProduction(b)) - Number(isProduction(a)) ||
    compareText(a.project, b.project) ||
    compareText(a.name, b.name);
  const [turn] = turns;
  return [
    {
      key,
      filters: first.filters,
      cause: first.cause,
      tier,
      ...(at !== undefined && at > 0 && { at }),
      rows: rows.sort(inOrder),
      production: rows.filter(isProduction).length,
      passing,
      effects: [...effects],
      ...(turns.size === 1 && turn !== undefined && { turn }),
    },
  ];
}

function newGathering(first: Entry): Gathering {
  return { first, rows: [], passing: 0, effects: new Set(), turns: new Set(), at: undefined, feltAt: undefined };
}

function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

const isProduction = ({ purpose }: FleetRow) => purpose === "production";
const keyOf = (filters: AttentionGroup["filters"]) => filters.map(([key, value]) => `${key}=${value}`).join("&");

/** What decides the place of a group in the list. */
export function rankOfAttentionGroup({ tier, rows, production, at, key }: AttentionGroup): CauseRank {
  return { tier, project: rows[0]?.project, count: rows.length, production, at, key };
}

/** Returns the query for exactly the clusters of a group; `production` restricts it to production clusters. */
export function queryOfAttentionGroup(query: FleetQuery, { filters }: AttentionGroup, production = false): FleetQuery {
  const asked = production ? [...filters, ["purpose", "production"] as const] : filters;
  return asked.reduce((rest, [key, value]) => (value === "" ? rest : withFilter(rest, key, value.split(","))), query);
}

/** Path of the page of a cluster on which the cause is shown and can be removed. */
export function clusterPathForCause(row: FleetRow, { id }: AttentionCause): string {
  const waitsForNodes = id === "stuck" && row.forecast?.deadEnds.some((deadEnd) => deadEnd.waitsForNodes);
  return `${clusterPath(row)}${waitsForNodes ? "/nodes" : (tabsOfCauses[id] ?? "")}`;
}

const tabsOfCauses: { readonly [Id in AttentionCause["id"]]?: string } = {
  ending: "/updates",
  stuck: "/updates",
  "not-ready": "/updates",
  "deprecated-and-held": "/updates",
  "maintenance-failed": "/maintenance",
  "schedules-unreadable": "/maintenance",
  "schedule-never-comes": "/maintenance",
  "certificates-end": "/credentials",
  "rotation-waits": "/credentials",
};

export function clusterListPathOfAttentionGroup(query: FleetQuery, group: AttentionGroup, production = false): string {
  return `/clusters${formatFleetQuery(queryOfAttentionGroup(query, group, production))}`;
}
