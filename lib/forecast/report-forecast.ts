import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ReportedCluster, ReportedDeadEnd } from "#lib/contract/forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { causeOfDeadEnd, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { failedMaintenanceOf } from "./failed-maintenance-of.ts";
import { maintenanceChangesSpecOnly } from "./spec-only.ts";
import { summariseDeadEnd, summariseRejectedRuns } from "./summarise-dead-end.ts";
import { independentForecastsOf, noForecastReason } from "./summarise-forecast.ts";
import { type ForecastContext, summariseForecastStep } from "./summarise-forecast-step.ts";
import { formatReportedComponent } from "./versioned-component-key.ts";

/** Converts a cluster's complete forecast to the form of reports and calendars. */
export function reportForecast(
  row: Pick<FleetRow, "uid" | "project" | "name" | "endsAt" | "next" | "confineSpecUpdateRollout" | "lastMaintenance">,
  forecast: Forecast,
  context: ForecastContext,
): ReportedCluster {
  const { uid, project, name } = row;
  const endsAt = parseInstant(row.endsAt);
  const failedMaintenance = failedMaintenanceOf(row);
  const cluster = {
    ...{ uid, project, name, computedAt: context.now },
    ...(endsAt !== undefined && { endsAt }),
    ...(failedMaintenance && { failedMaintenance }),
    ...(maintenanceChangesSpecOnly(row) && { specOnly: true as const }),
  };
  if (forecast.outcome !== "foreseen") return { ...cluster, ...noForecastReason(forecast), lanes: [], refusals: [] };
  return {
    ...cluster,
    lanes: independentForecastsOf(forecast.lanes).map((lane) => ({
      lane: formatReportedComponent(lane.id),
      version: lane.version,
      ...(lane.image !== undefined && { image: lane.image }),
      hops: lane.hops.map((hop) => summariseForecastStep(hop, lane, context)),
      deadEnds: lane.deadEnds.map((deadEnd) => reportedDeadEnd(summariseDeadEnd(deadEnd, lane, context), context.now)),
      finalVersions: [...lane.finalVersions],
    })),
    refusals: forecast.rejections.map((rejection) =>
      reportedDeadEnd(summariseRejectedRuns(rejection, context), context.now),
    ),
  };
}

/** Adds the cause and the urgency to a dead end, as in reports. */
export function reportedDeadEnd(deadEnd: DeadEndSummary, now: number): ReportedDeadEnd {
  return { ...deadEnd, because: causeOfDeadEnd(deadEnd.code), urgency: urgencyOf(deadEnd, now) };
}
