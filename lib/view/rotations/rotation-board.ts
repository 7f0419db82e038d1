import type { FleetRow, RotationSummary } from "#lib/contract/fleet.ts";
import { ageingCredentialsOf, type DueCredential, dueCredentialsOf } from "#lib/fleet/fields/due-families.ts";
import {
  isWaitingTimeFilterValue,
  matchesWaitingTimeFilter,
  parseFamilyName as shortFamily,
} from "#lib/fleet/fields/rotation-age-filter.ts";
import { emptyFleetQuery, type FleetQuery, withFilter } from "#lib/fleet/fleet-query.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import {
  isPhasedFamily,
  isRotationPhase,
  nodeRollingFamilies,
  rotationFamilies,
} from "#lib/policy/rotations/families.ts";
import { defaultRotationWaitLimits } from "#lib/policy/rotations/rotation-age.ts";
import { compareText } from "#lib/strings/natural-key.ts";
import { formatList, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { isRotationScope, type RotationScope, rotationScopeLabels } from "./rotation-scope.ts";

/** Rotation of a cluster, in progress or due. */
export interface ClusterRotation {
  readonly id: string;
  readonly row: FleetRow;
  readonly state: "waiting" | "running" | "due";
  /** Scope to open on the cluster's Credentials page. */
  readonly scope: RotationScope;
  readonly credential: string;
  /** Rotated credentials, named as in Gardener's API. */
  readonly families: readonly string[];
  /** Phase of the rotation, named as in Gardener's API; for a due rotation, the reason. */
  readonly phase: string;
  /** Language-independent code of the phase. */
  readonly phaseCode: string;
  /** Start of the phase; for a due rotation, the last renewal. */
  readonly since?: string;
  readonly ageMs?: number;
  readonly age: "neutral" | "caution" | "alert";
  readonly turn: "Owner" | "Gardener" | "Nobody";
  readonly pools: readonly string[];
  readonly next: string;
  /** Code of what the rotation waits for. */
  readonly wait?: string;
  /** Whether the rotation may be completed once its checklist is finished. */
  readonly completable: boolean;
}

const nextLabels: Readonly<Record<string, Message>> = {
  "roll-pools": message("Roll pools"),
  "select-nodes": message("Select nodes"),
  "update-clients-and-complete": message("Update clients"),
  complete: message("Complete"),
};

const order = { waiting: 0, running: 1, due: 2 } as const;

/** Rotations in progress or due, in the order of the clusters: sufficient for counting. */
export function unorderedClusterRotationsOf(rows: readonly FleetRow[], now: number): readonly ClusterRotation[] {
  const collector = createRotationCollector(now);
  for (const row of rows) collector.add(row);
  return collector.unordered;
}

/** Returns the rotations in progress or due: those waiting for users first, oldest first. */
export function clusterRotationsOf(rows: readonly FleetRow[], now: number): readonly ClusterRotation[] {
  const collector = createRotationCollector(now);
  for (const row of rows) collector.add(row);
  return collector.result();
}

/** Collects the rotations in progress or due cluster by cluster, so that a page can respond in between. */
export function createRotationCollector(now: number) {
  const unordered: ClusterRotation[] = [];
  return {
    unordered,
    add(row: FleetRow): void {
      if (row.rotations !== undefined) unordered.push(...underWay(row, row.rotations, now));
      const line = dueLine(row, now);
      if (line !== undefined) unordered.push(line);
    },
    /** Those waiting for users first, oldest first. */
    result: (): readonly ClusterRotation[] =>
      unordered.toSorted(
        (a, b) =>
          order[a.state] - order[b.state] ||
          (b.ageMs ?? 0) - (a.ageMs ?? 0) ||
          compareText(a.row.project, b.row.project) ||
          compareText(a.row.name, b.row.name),
      ),
  };
}

/** Rotations in progress. CAs and service account key in the same phase form one rotation, completed as a whole. */
function underWay(row: FleetRow, rotations: readonly RotationSummary[], now: number): readonly ClusterRotation[] {
  const twins = nodeRollingFamilies.flatMap((family) => rotations.find((each) => each.family === family) ?? []);
  const [first, second] = twins;
  const together = first !== undefined && second !== undefined && first.phase === second.phase;
  const singles = together ? rotations.filter((each) => !twins.includes(each)) : rotations;
  return [
    ...(together ? [lineOf(row, asOne(first, second), { scope: "all", families: nodeRollingFamilies, now })] : []),
    ...singles.map((each) => lineOf(row, each, { scope: scopeOf(each.family), families: [each.family], now })),
  ];
}

/** Combines rotations of certificate authorities and ServiceAccount key: the pools of both, and the earlier start. */
function asOne(first: RotationSummary, second: RotationSummary): RotationSummary {
  const since = [first.since, second.since].filter((each) => each !== undefined).sort(byInstant)[0];
  const pools = [...new Set([...(first.pools ?? []), ...(second.pools ?? [])])];
  return { ...first, ...(since !== undefined && { since }), pools };
}

const byInstant = (a: string, b: string) =>
  (parseInstant(a) ?? Number.MAX_VALUE) - (parseInstant(b) ?? Number.MAX_VALUE);

function scopeOf(family: string): RotationScope {
  return isRotationScope(family) ? family : "all";
}

interface LineOf {
  readonly scope: RotationScope;
  readonly families: readonly string[];
  readonly now: number;
}

function lineOf(
  row: FleetRow,
  { family, phase, since, wait, pools = [] }: RotationSummary,
  { scope, families, now }: LineOf,
): ClusterRotation {
  const sinceMs = parseInstant(since);
  const ageMs = sinceMs === undefined ? undefined : Math.max(0, now - sinceMs);
  return {
    id: `${row.uid} ${scope} ${family}`,
    row,
    state: wait === undefined ? "running" : "waiting",
    scope,
    credential: text(rotationScopeLabels[scope]),
    families,
    phase,
    phaseCode: phase,
    ...(since !== undefined && { since }),
    ...(ageMs !== undefined && { ageMs }),
    age: wait === undefined ? "neutral" : ageOf(ageMs),
    turn: turnOf(row, { phase, wait }),
    pools,
    next: nextOf(row, wait),
    ...(wait !== undefined && { wait }),
    completable: wait === "update-clients-and-complete",
  };
}

/** Party that has to act: nobody for a cluster in deletion, nor in a phase newer than this build (unknown). */
function turnOf({ deletionRequestedAt }: FleetRow, { phase, wait }: Pick<RotationSummary, "phase" | "wait">) {
  if (wait !== undefined) return "Owner";
  return deletionRequestedAt === undefined && isRotationPhase(phase) ? "Gardener" : "Nobody";
}

function nextOf({ deletionRequestedAt }: FleetRow, wait: string | undefined): string {
  if (wait === undefined && deletionRequestedAt === undefined) return text("View progress");
  return text(nextLabels[wait ?? ""] ?? message("Look at it"));
}

function ageOf(ageMs = 0): ClusterRotation["age"] {
  const { cautionSeconds, alertSeconds } = defaultRotationWaitLimits;
  if (ageMs >= alertSeconds * 1000) return "alert";
  return ageMs >= cautionSeconds * 1000 ? "caution" : "neutral";
}

/** A cluster's due rotations as one row; they are started together or individually on the Credentials page. */
function dueLine(row: FleetRow, now: number): ClusterRotation | undefined {
  const families = dueCredentialsOf(row, now);
  const [oldest] = families;
  if (oldest === undefined) return undefined;
  return {
    id: `${row.uid} due`,
    row,
    state: "due",
    ...whatIsDue(families, families.length === ageingCredentialsOf(row).length),
    families: families.map(({ family }) => family),
    phase: oldest.never ? text("Never rotated") : text("Over 90 days old"),
    phaseCode: oldest.never ? "never-rotated" : "over-90-days-old",
    since: oldest.since,
    ageMs: oldest.ageMs,
    age: "neutral",
    turn: "Nobody",
    pools: [],
    next: text("Plan it"),
    completable: false,
  };
}

const phasedFamilies = rotationFamilies.filter(isPhasedFamily);

interface DueCredentials {
  readonly scope: RotationScope;
  readonly credential: string;
}

const namedBefore = new Map<string, DueCredentials>();

/** Cached by the set of families, because thousands of clusters have the same few credentials due. */
function whatIsDue(families: readonly DueCredential[], isEvery: boolean): DueCredentials {
  const due = rotationFamilies.filter((family) => families.some((each) => each.family === family));
  const key = [currentLanguage(), isEvery, ...due].join(" ");
  const known = namedBefore.get(key);
  if (known !== undefined) return known;
  const all = isEvery && phasedFamilies.every((family) => due.includes(family));
  const [only] = due.length === 1 ? due : [];
  const named = {
    scope: all ? "all" : (only ?? "all"),
    credential: all ? text(rotationScopeLabels.all) : sentenceCase(formatList(due.map(rotationFamilyLabel))),
  } as const;
  namedBefore.set(key, named);
  return named;
}

const sentenceCase = (words: string) => words.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** Rotations that match a query's rotation filters, among those of the clusters that the query selects. */
export function selectClusterRotations(lines: readonly ClusterRotation[], { filters }: FleetQuery, now: number) {
  const waits = (filters.get("rotAge") ?? []).filter(isWaitingTimeFilterValue);
  const phases = filters.get("rot") ?? [];
  const dueOnly = filters.get("due")?.includes("1") === true;
  return lines.filter((line) => {
    if (waits.length > 0 && !waits.some((value) => isWaitingSo(line, value, now))) return false;
    if (phases.length > 0 && !isInPhase(line, phases)) return false;
    return !dueOnly || line.state === "due";
  });
}

function isWaitingSo({ state, since }: ClusterRotation, value: string, now: number): boolean {
  const summary = { family: "", phase: "", wait: state === "waiting" ? state : undefined, since };
  return matchesWaitingTimeFilter(summary, value, now);
}

/** Whether a rotation matches the filter `rot`: `ca:Prepared` selects rotations in progress, `none` idle clusters. */
function isInPhase({ state, scope, phase }: ClusterRotation, values: readonly string[]): boolean {
  const wanted = values.filter((value) => !value.startsWith("-"));
  if (wanted.length === 0) return state !== "due" || !values.includes("-none");
  return wanted.some((value) => {
    const [family = "", wantedPhase] = value.split(":");
    if (family.toLowerCase() === "none") return state === "due";
    if (state === "due") return false;
    const named =
      scope === "all"
        ? nodeRollingFamilies.some((twin) => twin === shortFamily(family))
        : scope === shortFamily(family);
    return named && (wantedPhase === undefined || wantedPhase.toLowerCase() === phase.toLowerCase());
  });
}

/** States that the rotations page can be filtered by; `all` does not filter. */
export const rotationStates = ["all", "waiting", "waitingLong", "underWay", "due"] as const;
export type RotationState = (typeof rotationStates)[number];

const filtersOf: Readonly<Record<RotationState, readonly (readonly [key: string, value: string])[]>> = {
  all: [],
  waiting: [["rotAge", "waiting"]],
  waitingLong: [["rotAge", "waiting:>14d"]],
  underWay: [["rot", "-none"]],
  due: [["due", "1"]],
};

/** Query of the rotations page for a state; project, search and all other filters are kept. */
export function queryOfRotations(query: FleetQuery, state: RotationState): FleetQuery {
  const rest = ["rot", "rotAge", "due"].reduce((held, key) => withFilter(held, key, []), query);
  return filtersOf[state].reduce((held, [key, value]) => withFilter(held, key, [value]), rest);
}

/** Returns the number of rotations that the page shows for a state. */
export function countRotations(lines: readonly ClusterRotation[], state: RotationState, now: number): number {
  return selectClusterRotations(lines, queryOfRotations(emptyFleetQuery, state), now).length;
}
