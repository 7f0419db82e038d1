import type { FleetRow, ReadinessSummary } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary, RowForecast } from "#lib/contract/forecast.ts";

type AssessedRow = Pick<FleetRow, "readiness" | "forecast">;

/** The first forced minor update of a row's control plane, unless a pool is forced to another minor before. */
export function controlPlaneMinorOf(forecast: RowForecast | undefined): ForecastStepSummary | undefined {
  return forecast?.forced.find(({ lane, hop }) => lane === "controlPlane" && hop === "minor");
}

/** The step for which a row's readiness was assessed: the version it leads to, and its earliest time in epoch ms. */
export function readinessStepOf({ readiness, forecast }: AssessedRow): ReadinessSummary["step"] {
  if (readiness === undefined || readiness.step !== undefined) return readiness?.step;
  const step = controlPlaneMinorOf(forecast);
  return step && { to: step.to, at: step.earliestAt };
}

/** Whether a step of a row's forecast is the minor update for which the cluster is not ready. */
export function isNotReadyFor(row: AssessedRow, { lane, hop, to, earliestAt }: ForecastStepSummary): boolean {
  if (row.readiness?.result !== "not-ready" || lane !== "controlPlane" || hop !== "minor") return false;
  const assessed = readinessStepOf(row);
  return to === assessed?.to && earliestAt === assessed.at;
}
