import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { rowStateInsteadOfHealth } from "#lib/policy/next/row-state.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";

export type ClusterHealth = FleetRow["health"];

export const healthLabels: Readonly<Record<ClusterHealth, Message>> = {
  healthy: message("Healthy"),
  progressing: message("Progressing"),
  unhealthy: message("Unhealthy"),
  unknown: message("Unknown"),
};

/** Health labels for use after a number or within a sentence. */
export const inlineHealthLabels: Readonly<Record<ClusterHealth, Message>> = {
  healthy: message("healthy"),
  progressing: message("progressing"),
  unhealthy: message("unhealthy"),
  unknown: message("unknown"),
};

/** Severity of each health status, the worst highest, for sorting and for the summary of groups. */
const severity: Readonly<Record<ClusterHealth, number>> = { unhealthy: 3, unknown: 2, progressing: 1, healthy: 0 };

export function healthSeverity(health: ClusterHealth): number {
  return severity[health];
}

/** Fields of a row that its health label depends on. */
export type RowHealthFields = Pick<FleetRow, "health" | "findings" | "unreadable" | "next">;

/** Returns the label beside the health icon; never a bare "healthy" if there are findings or other problems. */
export function rowHealthLabel(row: RowHealthFields): string {
  const { health, findings, unreadable } = row;
  if (health === "unknown" && unreadable !== undefined) return text("Not readable");
  const beside = health === "healthy" ? rowStateInsteadOfHealth(row) : undefined;
  if (beside !== undefined) return text(stateLabels[beside]);
  const word = text(healthLabels[health]);
  if (health !== "healthy" || findings === 0) return word;
  return text("{word}, {findings, plural, one {# finding} other {# findings}}", { word, findings });
}
