import type { ForeseenDeadEnd, RowForecast } from "#lib/contract/forecast.ts";
import type { Forecast } from "#lib/policy/forecast/forecast-result.ts";
import type { Hop, Lane } from "#lib/policy/forecast/lane.ts";
import { toForeseenDeadEnd, toForeseenRefusal } from "./foreseen-dead-end.ts";
import { type ForecastContext, stepKindOf, toForeseenStep } from "./foreseen-step.ts";

/** Returns the components with a version of their own; the other pools only repeat the control plane. */
export function independentLanes(lanes: readonly Lane[]): readonly Lane[] {
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
  const lanes = independentLanes(forecast.lanes);
  const moves = lanes.flatMap((lane) => lane.hops.map((hop): Move => ({ lane, hop })));
  moves.sort((a, b) => a.hop.earliestAt - b.hop.earliestAt);
  const firsts = firstOfEachKind(moves.filter(({ hop }) => hop.kind === "forced"));
  const [first] = firsts;
  const [next] = moves;
  return {
    ...base,
    ...(next?.hop.kind === "auto" && { next: toForeseenStep(next.hop, next.lane, context) }),
    forced: firsts.map(({ lane, hop }) => toForeseenStep(hop, lane, context)),
    deadEnds: worstFirst([
      ...forecast.rejections.map((rejection) => toForeseenRefusal(rejection, context)),
      ...lanes.flatMap((lane) => lane.deadEnds.map((deadEnd) => toForeseenDeadEnd(deadEnd, lane, context))),
    ]),
    ...(first && { stepsToStable: stepsToStable(first.lane.hops, first.hop) }),
    finalVersions: [...(forecast.lanes[0]?.finalVersions ?? [])],
  };
}

interface Move {
  readonly lane: Lane;
  readonly hop: Hop;
}

function firstOfEachKind(moves: readonly Move[]): readonly Move[] {
  const seen = new Set<string>();
  return moves.filter(({ lane, hop }) => {
    const name = stepKindOf(lane, hop);
    return !seen.has(name) && seen.add(name);
  });
}

/** Orders dead ends, permanent before temporary and then by date, keeping one per missing link. */
export function worstFirst(deadEnds: readonly ForeseenDeadEnd[]): ForeseenDeadEnd[] {
  const order = (a: ForeseenDeadEnd, b: ForeseenDeadEnd) =>
    Number(a.untilAt !== undefined) - Number(b.untilAt !== undefined) || a.fromAt - b.fromAt;
  const links = new Set<string>();
  return [...deadEnds].sort(order).filter(({ code, missing }) => {
    const link = `${code}\n${missing ?? ""}`;
    return !links.has(link) && links.add(link);
  });
}

/** Counts the steps, from this one on, to a version that has not ended when the component reaches it. */
export function stepsToStable<Step extends Pick<Hop, "cause">>(hops: readonly Step[], from: Step): number {
  const ahead = hops.slice(hops.indexOf(from));
  const stable = ahead.findIndex(
    ({ cause }) => !("targetClassification" in cause) || cause.targetClassification !== "expired",
  );
  return stable < 0 ? ahead.length : stable + 1;
}
