import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForeseenDeadEnd, ReportedCluster, ReportedDeadEnd } from "#lib/contract/forecast.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { causeOfDeadEnd, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { toForeseenDeadEnd, toForeseenRefusal } from "./foreseen-dead-end.ts";
import { type ForecastContext, toForeseenStep } from "./foreseen-step.ts";
import { laneText } from "./lane-key.ts";
import { isSpecOnly } from "./spec-only.ts";
import { independentLanes, noForecastReason } from "./summarise-forecast.ts";

/** Converts a cluster's whole forecast to the form of reports and calendars. */
export function reportForecast(
  row: Pick<FleetRow, "uid" | "project" | "name" | "endsAt" | "next" | "confineSpecUpdateRollout">,
  forecast: Forecast,
  context: ForecastContext,
): ReportedCluster {
  const { uid, project, name } = row;
  const endsAt = parseInstant(row.endsAt);
  const cluster = {
    ...{ uid, project, name, computedAt: context.now },
    ...(endsAt !== undefined && { endsAt }),
    ...(isSpecOnly(row) && { specOnly: true as const }),
  };
  if (forecast.outcome !== "foreseen") return { ...cluster, ...noForecastReason(forecast), lanes: [], refusals: [] };
  return {
    ...cluster,
    lanes: independentLanes(forecast.lanes).map((lane) => ({
      lane: laneText(lane.id),
      version: lane.version,
      ...(lane.image !== undefined && { image: lane.image }),
      hops: lane.hops.map((hop) => toForeseenStep(hop, lane, context)),
      deadEnds: lane.deadEnds.map((deadEnd) => reportedDeadEnd(toForeseenDeadEnd(deadEnd, lane, context), context.now)),
      finalVersions: [...lane.finalVersions],
    })),
    refusals: forecast.rejections.map((rejection) =>
      reportedDeadEnd(toForeseenRefusal(rejection, context), context.now),
    ),
  };
}

/** Adds a dead end's cause and urgency, as in reports. */
export function reportedDeadEnd(deadEnd: ForeseenDeadEnd, now: number): ReportedDeadEnd {
  return { ...deadEnd, because: causeOfDeadEnd(deadEnd.code), urgency: urgencyOf(deadEnd, now) };
}
