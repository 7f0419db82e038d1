import type { FleetRow } from "#lib/contract/fleet.ts";
import { countOf } from "#lib/words/count.ts";

export type Health = FleetRow["health"];

export const healthWords: Readonly<Record<Health, string>> = {
  healthy: "Healthy",
  progressing: "Progressing",
  unhealthy: "Unhealthy",
  unknown: "Unknown",
};

/** Worst first: how groups roll up and how the column sorts. */
const severity: Readonly<Record<Health, number>> = { unhealthy: 3, unknown: 2, progressing: 1, healthy: 0 };

export function healthSeverity(health: Health): number {
  return severity[health];
}

/** The words beside the icon: never a bare "healthy" while something was found. */
export function healthSentence({
  health,
  findings,
  unreadable,
}: Pick<FleetRow, "health" | "findings" | "unreadable">): string {
  if (health === "unknown" && unreadable !== undefined) return "Not readable";
  const word = healthWords[health];
  if (health !== "healthy" || findings === 0) return word;
  return `${word}, ${countOf(findings, "finding")}`;
}
