import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary } from "#lib/contract/forecast.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { maintenanceChangesSpecOnly } from "#lib/forecast/spec-only.ts";
import { text } from "#lib/language/text.ts";
import { causeOfDeadEnd, isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { deadEndCauseDescriptions, deadEndTypeLabel, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { capitalize, profileSuffixLabel } from "#lib/words/format-list.ts";
import {
  describeExcludedCauses,
  describeStepCause,
  describeStepNodeEffect,
  stepNodeEffectsLabel,
  type TimeContext,
} from "#lib/words/step-descriptions.ts";
import type { StatusHue } from "#lib/words/version-stage.ts";
import { failedMaintenanceNote } from "../../forecast/failed-maintenance-note.ts";
import { describeForcedReason, formatDayRange, formatDeadEndTime } from "../../forecast/forced-change-descriptions.ts";
import { type ForecastRow, forecastRows } from "../../upcoming-versions/forecast-rows.ts";

import type { TimeLineEvent, TimeLineInput } from "./time-line-event.ts";
/**
 * Returns the forced and automatic steps: all steps of the forecast, or the first of each kind from the row. While
 * Gardener is held back they only change the spec, so no effect on nodes is described.
 */
export function forecastStepEventsOf({ row, outlook }: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  const specOnly = maintenanceChangesSpecOnly(row);
  const planned =
    outlook === undefined
      ? forcedEventsOf(row).flatMap(({ step }) => (step ? [summarizedStepEvent(step, context)] : []))
      : forecastRows(outlook).flatMap((each) => (each.kind === "hop" ? [stepEvent(each, specOnly, context)] : []));
  const steps = planned.map((event) => {
    const failure = failedMaintenanceNote(row, event.at, context);
    if (failure === undefined) return event;
    return {
      ...event,
      what: text("{what}; the last maintenance failed", { what: event.what }),
      why: [failure, ...event.why],
    };
  });
  if (!specOnly) return steps;
  return steps.map(({ what, ...event }) => ({
    ...event,
    what: `${what} (${text("in the specification only, as things stand")})`,
  }));
}

function stepEvent(
  { hop, lane, image, key }: Extract<ForecastRow, { kind: "hop" }>,
  specOnly: boolean,
  context: TimeContext,
): TimeLineEvent {
  const effects = specOnly ? [] : hop.effects;
  const nodes = stepNodeEffectsLabel(effects);
  const what = stepLabel({ ...hop, image, pool: "pool" in lane ? lane.pool : undefined });
  return {
    ...{
      key,
      track: "changes",
      kind: hop.kind === "forced" ? "forced" : "automatic",
      at: hop.earliestAt,
      tab: "updates",
    },
    ...(hop.latestAt !== undefined && { until: hop.latestAt }),
    when:
      hop.latestAt === undefined
        ? text("from {day}", { day: formatDayRange(hop.earliestAt, undefined, context) })
        : formatDayRange(hop.earliestAt, hop.latestAt, context),
    what: nodes === "" ? what : `${what}: ${nodes}`,
    label: hop.to,
    why: [
      describeStepCause(hop, context),
      ...effects.map(describeStepNodeEffect),
      ...describeExcludedCauses(hop, context),
    ],
    hue: stepHue(hop, context),
  };
}

function summarizedStepEvent(step: ForecastStepSummary, context: TimeContext): TimeLineEvent {
  const { lane, from, to, earliestAt, latestAt } = step;
  const pool = /^pool\/(.*)\/[^/]*$/.exec(lane)?.[1];
  return {
    ...{ key: `${lane} ${from} ${to}`, track: "changes", kind: "forced", at: earliestAt, tab: "updates", label: to },
    ...(latestAt !== undefined && { until: latestAt }),
    when: formatDayRange(earliestAt, latestAt, context),
    what: stepLabel({ ...step, pool }),
    why: [`${capitalize(describeForcedReason(step, context))}.`],
    hue: stepHue(step, context),
  };
}

interface LabelledStep {
  readonly kind: "auto" | "forced";
  readonly to: string;
  readonly image?: string | undefined;
  readonly pool: string | undefined;
}

function stepLabel({ kind, to, image, pool }: LabelledStep): string {
  const target = image === undefined ? to : `${image} ${to}`;
  const facts = { target, pool: pool ?? "", isPool: String(pool !== undefined) };
  return kind === "forced"
    ? text("Forced to {target}{isPool, select, true { in pool {pool}} other {}}", facts)
    : text("Automatic update to {target}{isPool, select, true { in pool {pool}} other {}}", facts);
}

function stepHue(
  { kind, earliestAt }: Pick<ForecastStepSummary, "kind" | "earliestAt">,
  { now }: TimeContext,
): StatusHue {
  if (kind === "auto") return "info";
  return isUrgent(earliestAt, now) ? "caution" : "neutral";
}

export function deadEndEventsOf(row: FleetRow, context: TimeContext): readonly TimeLineEvent[] {
  return forcedEventsOf(row).flatMap(({ deadEnd }): readonly TimeLineEvent[] => {
    if (deadEnd === undefined) return [];
    const { lane, code, version, missing = "", fromAt, untilAt, profile } = deadEnd;
    const urgency = urgencyOf(deadEnd, context.now);
    return [
      {
        ...{
          key: `${lane} ${code} ${version} ${missing}`,
          track: "changes",
          kind: "stuck",
          at: fromAt,
          tab: "updates",
        },
        ...(untilAt !== undefined && { until: untilAt }),
        when: capitalize(formatDeadEndTime(deadEnd, context)),
        what: `${capitalize(deadEndTypeLabel(urgency))}: ${missingVersionLabel(deadEnd, profileSuffixLabel(profile))}`,
        label: deadEndTypeLabel(urgency),
        why: [text(deadEndCauseDescriptions[causeOfDeadEnd(code)])],
        hue: urgencyHues[urgency],
      },
    ];
  });
}
