import type { DeadEndSummary, ForecastStepSummary, RowForecast } from "#lib/contract/forecast.ts";
import { updateThatReplacesSecretBinding } from "#lib/policy/accounts/migration.ts";
import type { ComponentForecast, ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import { summariseDeadEnd, summariseRejectedRuns } from "./summarise-dead-end.ts";
import { type ForecastContext, stepKindOf, summariseForecastStep } from "./summarise-forecast-step.ts";

/** Forecasts of components with their own version. Pools that follow the control plane would repeat its forecast. */
export function independentForecastsOf(lanes: readonly ComponentForecast[]): readonly ComponentForecast[] {
  return lanes.filter(({ followsControlPlane }) => !followsControlPlane);
}

/** Returns why there is no forecast, in the form of rows and reports. */
export function noForecastReason(forecast: Exclude<Forecast, { outcome: "foreseen" }>) {
  const field = forecast.outcome === "unknown" ? forecast.field : undefined;
  return { without: forecast.reason, ...(field !== undefined && { unreadField: field }) };
}

/** Reduces a forecast to what lists need, a few hundred bytes. */
export function summariseForecast(forecast: Forecast, context: ForecastContext): RowForecast {
  const base = { computedAt: context.now, forced: [], deadEnds: [], finalVersions: [] };
  if (forecast.outcome !== "foreseen") return { ...base, ...noForecastReason(forecast) };
  const lanes = independentForecastsOf(forecast.lanes);
  const moves = lanes.flatMap((lane) => lane.hops.map((hop): Move => ({ lane, hop })));
  moves.sort((a, b) => a.hop.earliestAt - b.hop.earliestAt);
  const firsts = firstOfEachKind(moves.filter(({ hop }) => hop.kind === "forced"));
  const [first] = firsts;
  const [next] = moves;
  const replacing = replacementOfSecretBinding(lanes, context);
  return {
    ...base,
    ...(next?.hop.kind === "auto" && { next: summariseForecastStep(next.hop, next.lane, context) }),
    forced: firsts.map(({ lane, hop }) => summariseForecastStep(hop, lane, context)),
    deadEnds: sortDeadEndsBySeverity([
      ...forecast.rejections.map((rejection) => summariseRejectedRuns(rejection, context)),
      ...lanes.flatMap((lane) => lane.deadEnds.map((deadEnd) => summariseDeadEnd(deadEnd, lane, context))),
    ]),
    ...(replacing && { replacesSecretBinding: replacing }),
    ...(first && { stepsToStable: countStepsToStableVersion(first.lane.hops, first.hop) }),
    finalVersions: [...(forecast.lanes[0]?.finalVersions ?? [])],
  };
}

function replacementOfSecretBinding(
  lanes: readonly ComponentForecast[],
  context: ForecastContext,
): ForecastStepSummary | undefined {
  const controlPlane = lanes.find(({ id }) => id.kind === "control-plane");
  const hop = controlPlane && updateThatReplacesSecretBinding(controlPlane.hops);
  return hop && summariseForecastStep(hop, controlPlane, context);
}

interface Move {
  readonly lane: ComponentForecast;
  readonly hop: ForecastStep;
}

function firstOfEachKind(moves: readonly Move[]): readonly Move[] {
  const seen = new Set<string>();
  return moves.filter(({ lane, hop }) => {
    const name = stepKindOf(lane, hop);
    return !seen.has(name) && seen.add(name);
  });
}

/** Sorts dead ends, permanent before temporary and then by date, and keeps one per missing item. */
export function sortDeadEndsBySeverity(deadEnds: readonly DeadEndSummary[]): DeadEndSummary[] {
  const order = (a: DeadEndSummary, b: DeadEndSummary) =>
    Number(a.untilAt !== undefined) - Number(b.untilAt !== undefined) || a.fromAt - b.fromAt;
  const links = new Set<string>();
  return [...deadEnds].sort(order).filter(({ code, missing }) => {
    const link = `${code}\n${missing ?? ""}`;
    return !links.has(link) && links.add(link);
  });
}

/** Counts the steps, starting with the given one, to a version that has not expired when the component reaches it. */
export function countStepsToStableVersion<Step extends Pick<ForecastStep, "cause">>(
  hops: readonly Step[],
  from: Step,
): number {
  const ahead = hops.slice(hops.indexOf(from));
  const stable = ahead.findIndex(
    ({ cause }) => !("targetClassification" in cause) || cause.targetClassification !== "expired",
  );
  return stable < 0 ? ahead.length : stable + 1;
}
