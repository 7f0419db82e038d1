import type { FleetRow } from "#lib/contract/fleet.ts";
import { type RunStage, type StageGate, stagedRunLimits } from "#lib/contract/staged/staged-runs.ts";
import { type Message, message } from "#lib/language/text.ts";

export type StageGrouping = "canary" | "purpose" | "production-by-region" | "project" | "region";

/** Ways to put clusters into stages, as offered. */
export const stageGroupings: Readonly<Record<StageGrouping, Message>> = {
  "production-by-region": message("Development first, then production by region"),
  purpose: message("By purpose, production last"),
  canary: message("One cluster first, then the others"),
  project: message("By project"),
  region: message("By region"),
};

/** Gates that are offered before each stage after the first. */
export const gatePresets = [
  { key: "health", label: message("The stage before is healthy"), gate: { healthy: true } },
  { key: "day", label: message("A day has passed, and it is healthy"), gate: { healthy: true, waitHours: 24 } },
  { key: "days", label: message("3 days have passed, and it is healthy"), gate: { healthy: true, waitHours: 72 } },
  {
    key: "another",
    label: message("It is healthy, and another person approves"),
    gate: { healthy: true, person: "another" },
  },
  {
    key: "days-another",
    label: message("3 days have passed, it is healthy, and another person approves"),
    gate: { healthy: true, waitHours: 72, person: "another" },
  },
  { key: "anyone", label: message("Somebody approves"), gate: { person: "anyone" } },
] as const satisfies readonly { readonly key: string; readonly label: Message; readonly gate: RunStage["gate"] }[];

/** The gates that a person has chosen. */
export interface GateChoice {
  /** Gate before each stage after the first that has none of its own. */
  readonly gate: StageGate;
  /** Own gates by the names of their stages. */
  readonly ownGates: ReadonlyMap<string, StageGate>;
}

/** The chosen gate before a stage: the first stage begins without one. */
export function gateBefore(stage: string, index: number, { gate, ownGates }: GateChoice): StageGate {
  return index === 0 ? {} : (ownGates.get(stage) ?? gate);
}

/** Name of a stage of which the reader sees no cluster. */
export const hiddenStageName = "?";

interface StageGroup {
  readonly name: string;
  readonly uids: readonly string[];
}

type Grouped = Pick<FleetRow, "uid" | "name" | "project" | "region" | "purpose">;

/** Purposes in the order in which they change; clusters that others depend on come last. */
const purposes: readonly string[] = ["evaluation", "testing", "development", "", "infrastructure", "production"];

function isProduction({ purpose }: Grouped): boolean {
  return purpose === "production" || purpose === "infrastructure";
}

/** Groups clusters into stages in the order in which they change. Groups beyond the most stages join the last one. */
export function groupIntoStages(rows: readonly Grouped[], grouping: StageGrouping): readonly StageGroup[] {
  if (grouping === "canary") {
    const [first, ...others] = rows;
    if (first === undefined) return [];
    const groups = [{ name: first.name, uids: [first.uid] }];
    return others.length === 0 ? groups : [...groups, { name: "*", uids: others.map(({ uid }) => uid) }];
  }
  const groups = new Map<string, { name: string; rank: number; uids: string[] }>();
  for (const row of rows) {
    const { name, rank } = groupOf(row, grouping);
    const group = groups.get(name) ?? { name, rank, uids: [] };
    group.uids.push(row.uid);
    groups.set(name, group);
  }
  const sorted = [...groups.values()].sort(
    (left, right) => left.rank - right.rank || (left.name < right.name ? -1 : 1),
  );
  const shown = sorted.slice(0, stagedRunLimits.stages);
  const rest = sorted.slice(stagedRunLimits.stages).flatMap(({ uids }) => uids);
  return shown.map(({ name, uids }, index) => ({
    name,
    uids: index === shown.length - 1 ? [...uids, ...rest] : uids,
  }));
}

function groupOf(row: Grouped, grouping: Exclude<StageGrouping, "canary">): { name: string; rank: number } {
  switch (grouping) {
    case "project":
      return { name: row.project, rank: 0 };
    case "region":
      return { name: row.region ?? "–", rank: 0 };
    case "production-by-region":
      return isProduction(row)
        ? { name: `production ${row.region ?? "–"}`, rank: 1 }
        : { name: "development", rank: 0 };
    default: {
      const purpose = row.purpose ?? "";
      const rank = purposes.indexOf(purpose);
      return { name: purpose === "" ? "no purpose" : purpose, rank: rank < 0 ? purposes.indexOf("") : rank };
    }
  }
}
