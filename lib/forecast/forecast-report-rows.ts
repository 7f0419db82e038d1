import type { ForecastStepSummary, ReportedCluster, ReportedDeadEnd } from "#lib/contract/forecast.ts";
import { formatInstant } from "#lib/kube/instant.ts";

/** Columns of the exported forecast table, in order. */
export const reportColumns = [
  "project",
  "cluster",
  "lane",
  "event",
  "hop",
  "kind",
  "image",
  "from",
  "to",
  "earliest",
  "latest",
  "cause",
  "versionEnds",
  "overdue",
  "confidence",
  "nodes",
  "missing",
  "profile",
  "computedAt",
  /** This column and those below were added later, at the end, so that programs that address columns by number still work. */
  "notLive",
  "because",
  "urgency",
  "lifetimeEnds",
  "specOnly",
  "maintenanceFailed",
  "maintenanceFailedAt",
  "maintenanceFailure",
] as const;
export type ForecastReportRow = Readonly<Partial<Record<(typeof reportColumns)[number], string>>>;

const instant = (at: number | undefined) => (at === undefined ? "" : formatInstant(at));

function stepLine(step: ForecastStepSummary): ForecastReportRow {
  return {
    lane: step.lane,
    event: "step",
    hop: step.hop,
    kind: step.kind,
    image: step.image ?? "",
    from: step.from,
    to: step.to,
    earliest: instant(step.earliestAt),
    latest: instant(step.latestAt),
    cause: step.cause,
    versionEnds: instant(step.endsAt),
    overdue: step.overdue === true ? "yes" : "",
    confidence: step.confidence,
    nodes: step.nodes === undefined ? "" : String(step.nodes),
  };
}

function deadEndLine(deadEnd: ReportedDeadEnd): ForecastReportRow {
  return {
    lane: deadEnd.lane,
    event: "dead end",
    from: deadEnd.version,
    earliest: instant(deadEnd.fromAt),
    latest: instant(deadEnd.byAt),
    cause: deadEnd.code,
    versionEnds: instant(deadEnd.endsAt),
    overdue: deadEnd.overdue === true ? "yes" : "",
    confidence: deadEnd.confidence,
    missing: deadEnd.missing ?? "",
    profile: deadEnd.profile ?? "",
    because: deadEnd.because,
    urgency: deadEnd.urgency,
  };
}

function withoutLine(without: string | undefined, unreadField: string | undefined): ForecastReportRow {
  if (without === undefined) return { event: "none in sight" };
  return { event: `no forecast: ${without}`, ...(unreadField !== undefined && { missing: unreadField }) };
}

/** Returns one table row for each step and dead end of a report; a cluster without any has one row that says so. */
export function forecastReportRowsOf({
  project,
  name,
  computedAt,
  without,
  unreadField,
  lanes,
  refusals,
  endsAt,
  specOnly,
  failedMaintenance,
}: ReportedCluster): readonly ForecastReportRow[] {
  const lines = [
    ...lanes.flatMap(({ hops, deadEnds }) => [...hops.map(stepLine), ...deadEnds.map(deadEndLine)]),
    ...refusals.map(deadEndLine),
  ];
  const told = lines.length > 0 ? lines : [withoutLine(without, unreadField)];
  return told.map((line) => ({
    ...{ project, cluster: name, ...line, computedAt: instant(computedAt) },
    lifetimeEnds: instant(endsAt),
    specOnly: specOnly === true ? "yes" : "",
    maintenanceFailed: failedMaintenance === undefined ? "" : "yes",
    maintenanceFailedAt: instant(failedMaintenance?.at),
    maintenanceFailure: failedMaintenance?.reason ?? "",
  }));
}
