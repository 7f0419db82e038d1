import type { MinorStep } from "#lib/policy/readiness/readiness-finding.ts";
import type { ForecastRow } from "../upcoming-versions/forecast-rows.ts";

/** Whether a row of the forecast is about a step: it makes it, or says that the run which would make it is refused. */
export function isRowOfStep(row: ForecastRow, { from, to }: MinorStep): boolean {
  if (row.change === "gone" || row.kind === "dead-end") return false;
  const steps = row.kind === "hop" ? [{ lane: row.lane, from: row.hop.from, to: row.hop.to }] : row.rejection.attempted;
  return steps.some((each) => each.lane.kind === "control-plane" && each.from === from && each.to === to);
}
