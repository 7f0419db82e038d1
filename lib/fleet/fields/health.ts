import type { FleetRow } from "#lib/contract/fleet.ts";
import { type Message, message, text } from "#lib/language/text.ts";
import { stateBesideHealth } from "#lib/policy/next/row-state.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";

export type Health = FleetRow["health"];

export const healthLabels: Readonly<Record<Health, Message>> = {
  healthy: message("Healthy"),
  progressing: message("Progressing"),
  unhealthy: message("Unhealthy"),
  unknown: message("Unknown"),
};

/** Words after a number or within a sentence. */
export const inlineHealthLabels: Readonly<Record<Health, Message>> = {
  healthy: message("healthy"),
  progressing: message("progressing"),
  unhealthy: message("unhealthy"),
  unknown: message("unknown"),
};

/** Severity, worst highest: used to roll up groups and to sort the column. */
const severity: Readonly<Record<Health, number>> = { unhealthy: 3, unknown: 2, progressing: 1, healthy: 0 };

export function healthSeverity(health: Health): number {
  return severity[health];
}

/** Fields of a row from which its health is described. */
export type HealthOfRow = Pick<FleetRow, "health" | "findings" | "unreadable" | "next">;

/** Describes the health beside the icon; never a bare "healthy" when there are findings or another problem. */
export function rowHealthLabel(row: HealthOfRow): string {
  const { health, findings, unreadable } = row;
  if (health === "unknown" && unreadable !== undefined) return text("Not readable");
  const beside = health === "healthy" ? stateBesideHealth(row) : undefined;
  if (beside !== undefined) return text(stateLabels[beside]);
  const word = text(healthLabels[health]);
  if (health !== "healthy" || findings === 0) return word;
  return text("{word}, {findings, plural, one {# finding} other {# findings}}", { word, findings });
}
