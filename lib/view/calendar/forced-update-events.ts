import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import { deadEndCodeLabel, deadEndFilterValueOf, missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { stepTargetFilterValueOf } from "#lib/fleet/fields/forced-filter.ts";
import { failedMaintenanceOf } from "#lib/forecast/failed-maintenance-of.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { isNotReadyFor } from "#lib/forecast/readiness-step.ts";
import { maintenanceChangesSpecOnly, specOnlyChangeDescription } from "#lib/forecast/spec-only.ts";
import { currentLanguage } from "#lib/language/language-bundle.ts";
import { languages } from "#lib/language/languages.ts";
import { text } from "#lib/language/text.ts";
import { toInlineLabel } from "#lib/language/to-inline-label.ts";
import { memoizePerKey } from "#lib/memo/memoize-per-key.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { windowsNoticingProfileChange } from "#lib/policy/maintenance/next-window.ts";
import { effectiveWindow } from "#lib/policy/maintenance/time-window.ts";
import { causeOfDeadEnd } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { deadEndCauseDescriptions, deadEndCauseLabels } from "#lib/words/dead-end-labels.ts";
import { describeFailedMaintenance } from "#lib/words/failed-maintenance.ts";
import { capitalize, profileSuffixLabel } from "#lib/words/format-list.ts";
import { confidenceDescriptions } from "#lib/words/step-descriptions.ts";
import { reportedComponentLabel } from "../forecast/forecast-table-rows.ts";
import type { CalendarEvent } from "./calendar-event.ts";

const lineOf = (lane: string) => capitalize(reportedComponentLabel(lane));

/** Returns explanations of how certain a date is; none for certain dates. */
function confidenceExplanations(confidence: string): readonly string[] {
  if (confidence === "dated") return [];
  const known = Object.entries(confidenceDescriptions).find(([name]) => name === confidence);
  return [known === undefined ? text("Confidence: {confidence}.", { confidence }) : text(known[1].meaning)];
}

/**
 * Returns whether an event's time is the moment at which its forecast was computed, because the event is due or follows
 * a due event in the same maintenance run. That moment differs between replicas of Almanac.
 */
function isDatedByForecast({ forecast }: FleetRow, at: number, overdue: boolean | undefined): boolean {
  return overdue === true || (forecast !== undefined && at <= forecast.computedAt);
}

/** Returns the first maintenance window after the version's end, in which the update was expected. */
function dueSinceOf(
  { window }: FleetRow,
  endsAt: number | undefined,
  at: number,
): NonNullable<CalendarEvent["dueSince"]> {
  if (endsAt === undefined || endsAt > at) return "undated";
  const { earliest, guaranteed } = windowsNoticingProfileChange(effectiveWindow(window).effective, endsAt);
  return { at: Math.max(earliest.beginAt, endsAt), until: guaranteed.endAt };
}

function ofStep(row: FleetRow, step: ForecastStepSummary): CalendarEvent {
  const { project, name, uid } = row;
  const { lane, hop, from, to, image, earliestAt, latestAt, confidence, nodes } = step;
  const target = image === undefined ? to : `${image} ${to}`;
  const isNotReady = isNotReadyFor(row, step);
  // Only for overdue steps: what is due next depends on the moment, which differs between replicas.
  const failed = step.overdue ? failedMaintenanceOf(row) : undefined;
  const facts = [
    text(
      "{part}: from {from} to {to}, a {hop, select, image {machine image} other {{hop}}} update even if automatic updates are off.",
      { part: lineOf(lane), from, to, hop },
    ),
    ...(isNotReady ? [text("The cluster is not ready.")] : []),
    ...confidenceExplanations(confidence),
    ...(nodes ? [text("At most {nodes} nodes are replaced or updated in place.", { nodes })] : []),
    ...(maintenanceChangesSpecOnly(row) ? [text(specOnlyChangeDescription)] : []),
    ...(failed === undefined ? [] : [describeFailedMaintenance(failed, utcClock)]),
  ];
  return {
    id: `forced.${uid}.${hop}`,
    layer: "forced",
    about: `${hop}.${stepTargetFilterValueOf(step)}`,
    at: earliestAt,
    ...(latestAt !== undefined && latestAt > earliestAt && { until: latestAt }),
    ...(isDatedByForecast(row, earliestAt, step.overdue) && { dueSince: dueSinceOf(row, step.endsAt, earliestAt) }),
    title:
      hop === "image"
        ? text("Forced to image {target}", { target })
        : text("Forced to {target} ({hop})", { target, hop }),
    short: hop === "image" ? target : text("{to} {hop}", { to: target, hop }),
    change: [
      ["hop", hop],
      ["to", stepTargetFilterValueOf(step)],
    ],
    facts,
    clusters: [{ project, name, ...(isNotReady && { isNotReady }) }],
    filter: queryOfCluster(project, name),
    hue: hop === "minor" ? "caution" : "info",
  };
}

function ofDeadEnd(row: FleetRow, deadEnd: DeadEndSummary): CalendarEvent {
  const { project, name, uid } = row;
  const { lane, code, version, missing, profile, fromAt, byAt, confidence } = deadEnd;
  const link =
    missing === undefined
      ? toInlineLabel(deadEndCodeLabel(code))
      : missingVersionLabel(deadEnd, profileSuffixLabel(profile));
  const cause = causeOfDeadEnd(code);
  const facts = [
    lane === "run"
      ? text("Maintenance would have to change something, but the API server would refuse the whole run.")
      : text(
          "{part}: {version, select, none {the version in use} other {{version}}} expires, and no version follows.",
          { part: lineOf(lane), version: version === "" ? "none" : version },
        ),
    text(deadEndCauseDescriptions[cause]),
    ...confidenceExplanations(confidence),
  ];
  return {
    id: `dead-end.${uid}.${lane}.${code}${missing === undefined ? "" : `.${missing}`}`,
    layer: "forced",
    about: `dead-end.${deadEndFilterValueOf(deadEnd)}`,
    at: fromAt,
    ...(byAt !== undefined && byAt > fromAt && { until: byAt }),
    ...(isDatedByForecast(row, fromAt, deadEnd.overdue) && { dueSince: dueSinceOf(row, deadEnd.endsAt, fromAt) }),
    title: `${text(deadEndCauseLabels[cause])}: ${link}`,
    short: missingVersionLabel(deadEnd),
    change: [["deadend", deadEndFilterValueOf(deadEnd)]],
    facts,
    clusters: [{ project, name }],
    filter: queryOfCluster(project, name),
    hue: "negative",
    deadEnd: { code, fromAt, overdue: deadEnd.overdue },
  };
}

/** Cluster list query for one cluster; a concatenated string, because thousands of URLSearchParams block the page. */
export function queryOfCluster(project: string, name: string): string {
  return `?q=${encoded(`"${name}"`)}&project=${encoded(project)}`;
}

/** Encodes a text for a URL; ill-formed Unicode cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Forecast events of a cluster: the first forced step of each kind, and each dead end. */
export function forcedUpdateEventsOf(row: FleetRow): readonly CalendarEvent[] {
  return eventsIn(currentLanguage())(row);
}

/** Events are cached per language, as they contain texts. */
const eventsIn = memoizePerKey(Object.keys(languages).length, (_language) =>
  memoizePerObject((row: FleetRow): readonly CalendarEvent[] =>
    forcedEventsOf(row).flatMap(({ step, deadEnd }) => [
      ...(step ? [ofStep(row, step)] : []),
      ...(deadEnd ? [ofDeadEnd(row, deadEnd)] : []),
    ]),
  ),
);
