import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForecastStepSummary } from "#lib/contract/forecast.ts";
import { missingVersionLabel } from "#lib/fleet/fields/dead-end-filter.ts";
import { ageingFamilies } from "#lib/fleet/fields/due-families.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { isSpecOnly } from "#lib/forecast/spec-only.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { text } from "#lib/language/text.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { defaultRotationIntervalMs } from "#lib/policy/rotations/rotation-age.ts";
import { type LastOperationMeaning, readLastOperation } from "#lib/policy/status/last-operation.ts";
import { causeOfDeadEnd, isUrgent, urgencyOf } from "#lib/policy/versions/dead-end-horizon.ts";
import { utcClock } from "#lib/words/clock.ts";
import { deadEndCauseDescriptions, deadEndNoun, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { capitalize, poolsLabel, profileSuffixOf, rotationFamilyLabel } from "#lib/words/format-list.ts";
import { formatClockTime, formatRelative } from "#lib/words/format-time.ts";
import { describeMaintenanceState } from "#lib/words/maintenance-state-labels.ts";
import {
  describeExcludedCauses,
  describeStepCause,
  describeStepNodeEffect,
  stepNodeEffectsLabel,
  type TimeContext,
} from "#lib/words/step-descriptions.ts";
import { formatEndDate, lastInstantOf } from "#lib/words/version-end.ts";
import type { Hue } from "#lib/words/version-stage.ts";
import { describeForcedReason, formatDays, formatDeadEndTime } from "../forecast/forced-change-descriptions.ts";
import { type ForecastRow, forecastRows } from "../upcoming-versions/forecast-rows.ts";

export const timeLineTracks = ["expiries", "changes", "credentials", "operations"] as const;
export type TimeLineTrack = (typeof timeLineTracks)[number];

export type TimeLineKind =
  | "expiry"
  | "lifetime"
  | "deletion"
  | "window"
  | "forced"
  | "automatic"
  | "stuck"
  | "credentials"
  | "operation"
  | "maintenance"
  | "created";

/** Event of a cluster with its place in time and its texts. */
export interface TimeLineEvent {
  readonly key: string;
  readonly track: TimeLineTrack;
  readonly kind: TimeLineKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** End of a period, or of the interval in which the event comes; epoch milliseconds. */
  readonly until?: number;
  readonly when: string;
  readonly what: string;
  /** Short text beside the mark: `1.34.3`. */
  readonly label: string;
  /** Why, what it does, and to what; may be empty. */
  readonly why: readonly string[];
  readonly hue: Hue;
  /** Tab of the cluster on which to act. */
  readonly tab: "updates" | "credentials" | "maintenance" | "activity" | undefined;
}

/** Twelve months: two behind, and ten ahead. */
export const behindMs = 61 * dayMs;
export const aheadMs = 304 * dayMs;

interface TimeLineInput {
  readonly row: FleetRow;
  /** Without it, past operations are left out. */
  readonly shoot?: Shoot | undefined;
  /** Without it, the row's summary of the forecast is used. */
  readonly outlook?: ForecastVariant | undefined;
}

/**
 * Events of a cluster within twelve months around now, in time order: ends of versions, maintenance and forced changes,
 * ages of credentials, and past operations. Nothing follows the end of the cluster's lifetime.
 */
export function clusterTimeLine(input: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  const { row } = input;
  const past = pastEvents(input, context);
  if (row.deletionRequestedAt !== undefined) return [...past, deletionEvent(context)];
  const lifetime = lifetimeEvent(row, context);
  const endsAt = lifetime?.at ?? Number.POSITIVE_INFINITY;
  const ahead = [
    ...expiryEvents(row, context),
    ...windowEvent(row, context),
    ...stepEvents(input, context),
    ...stuckEvents(row, context),
    ...credentialEvents(row, context),
  ].filter(({ at }) => at < endsAt);
  const all = [...past, ...ahead, ...(lifetime ? [lifetime] : [])];
  return all.filter(({ at }) => at < context.now + aheadMs).sort((a, b) => a.at - b.at);
}

/** End of the time without a forced change or dead end, in epoch milliseconds; undefined if one comes or none is known. */
export function calmUntil(
  { forecast, endsAt, deletionRequestedAt }: FleetRow,
  events: readonly TimeLineEvent[],
  now: number,
): number | undefined {
  const isKnown = forecast !== undefined && forecast.without === undefined;
  if (!isKnown || endsAt !== undefined || deletionRequestedAt !== undefined) return undefined;
  return events.some(({ kind }) => kind === "forced" || kind === "stuck") ? undefined : now + aheadMs;
}

/** Whether an event is over: it belongs to what happened rather than to what comes. */
export function isOver({ track, kind }: Pick<TimeLineEvent, "track" | "kind">): boolean {
  return track === "operations" || kind === "created";
}

/** A cluster in deletion has no other events ahead. */
function deletionEvent({ now }: TimeContext): TimeLineEvent {
  return {
    ...{ key: "deletion", track: "changes", kind: "deletion", at: now, hue: "neutral", tab: undefined },
    ...{ when: text("Now"), label: text("deletion"), why: [] },
    what: text("The cluster is being deleted: there is no maintenance any more."),
  };
}

function lifetimeEvent({ endsAt }: FleetRow, context: TimeContext): TimeLineEvent | undefined {
  const at = parseInstant(endsAt);
  if (at === undefined) return undefined;
  return {
    ...{ key: "lifetime", track: "expiries", kind: "lifetime", at, hue: "negative", tab: undefined },
    when: `${formatDays(at, undefined, context)}, ${formatClockTime(at, context.clock)}`,
    what: text("Gardener deletes the cluster"),
    label: text("deleted"),
    why: [text("Its lifetime ends. The deletion may begin up to an hour later.")],
  };
}

function expiryEvents(row: FleetRow, { now }: TimeContext): readonly TimeLineEvent[] {
  const { kubernetes, images } = row;
  const versions = [
    { name: "Kubernetes", pools: [] as readonly string[], ...kubernetes },
    ...images.map((image) => ({ ...image })),
  ];
  return versions.flatMap(({ name, version, pools, expiresAt }): readonly TimeLineEvent[] => {
    const at = parseInstant(expiresAt);
    if (at === undefined || at < now - behindMs) return [];
    const facts = { name, pools: poolsLabel(pools) };
    const isPast = at <= now;
    return [
      {
        ...{
          key: `expiry ${name} ${version}`,
          track: "expiries",
          kind: "expiry",
          at: lastInstantOf(at),
          tab: "updates",
        },
        hue: isPast ? "negative" : isUrgent(at, now) ? "caution" : "neutral",
        when: formatDays(lastInstantOf(at), undefined, { clock: utcClock, now }),
        what: isPast ? text("{name} expired", facts) : text("{name} expires", facts),
        label: name,
        why: [
          text("{name} {version} {isPast, select, true {expired} other {expires}} on {day}.", {
            ...{ name, version, day: formatEndDate(at), isPast: String(isPast) },
          }),
          ...(pools.length > 0 ? [text("It runs in {pools}.", facts)] : []),
        ],
      },
    ];
  });
}

function windowEvent(row: FleetRow, { clock, now }: TimeContext): readonly TimeLineEvent[] {
  const next = rowWindow(row.window, now);
  if (next === undefined) return [];
  const { beginMs, endMs, open } = next;
  const times = `${formatClockTime(beginMs, clock)}–${formatClockTime(endMs, clock)}`;
  return [
    {
      ...{
        key: "window",
        track: "changes",
        kind: "window",
        at: beginMs,
        until: endMs,
        hue: "neutral",
        tab: "maintenance",
      },
      when: open ? text("Window open") : `${formatDays(beginMs, undefined, { clock, now })}, ${times}`,
      what: isSpecOnly(row)
        ? text("Next maintenance window, which changes the specification only")
        : text("Next maintenance window"),
      label: "",
      why: [],
    },
  ];
}

/** Forced and automatic steps: all of the forecast, or the first of each kind from the row. */
function stepEvents({ row, outlook }: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  const steps =
    outlook === undefined
      ? forcedEvents(row).flatMap(({ step }) => (step ? [summarizedStepEvent(step, context)] : []))
      : forecastRows(outlook).flatMap((each) => (each.kind === "hop" ? [stepEvent(each, context)] : []));
  if (!isSpecOnly(row)) return steps;
  return steps.map(({ what, ...event }) => ({
    ...event,
    what: `${what} (${text("in the specification only, as things stand")})`,
  }));
}

function stepEvent(row: Extract<ForecastRow, { kind: "hop" }>, context: TimeContext): TimeLineEvent {
  const { hop, lane, image, key } = row;
  const nodes = stepNodeEffectsLabel(hop.effects);
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
        ? text("from {day}", { day: formatDays(hop.earliestAt, undefined, context) })
        : formatDays(hop.earliestAt, hop.latestAt, context),
    what: nodes === "" ? what : `${what}: ${nodes}`,
    label: hop.to,
    why: [
      describeStepCause(hop, context),
      ...hop.effects.map(describeStepNodeEffect),
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
    when: formatDays(earliestAt, latestAt, context),
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

function stepHue({ kind, earliestAt }: Pick<ForecastStepSummary, "kind" | "earliestAt">, { now }: TimeContext): Hue {
  if (kind === "auto") return "info";
  return isUrgent(earliestAt, now) ? "caution" : "neutral";
}

function stuckEvents(row: FleetRow, context: TimeContext): readonly TimeLineEvent[] {
  return forcedEvents(row).flatMap(({ deadEnd }): readonly TimeLineEvent[] => {
    if (deadEnd === undefined) return [];
    const { lane, code, version, fromAt, untilAt, profile } = deadEnd;
    const urgency = urgencyOf(deadEnd, context.now);
    return [
      {
        ...{ key: `${lane} ${code} ${version}`, track: "changes", kind: "stuck", at: fromAt, tab: "updates" },
        ...(untilAt !== undefined && { until: untilAt }),
        when: capitalize(formatDeadEndTime(deadEnd, context)),
        what: `${capitalize(deadEndNoun(urgency))}: ${missingVersionLabel(deadEnd, profileSuffixOf(profile))}`,
        label: deadEndNoun(urgency),
        why: [text(deadEndCauseDescriptions[causeOfDeadEnd(code)])],
        hue: urgencyHues[urgency],
      },
    ];
  });
}

const weekMs = 7 * dayMs;

/** When credentials reach the age at which Gardener recommends a rotation; those within a week are one event. */
function credentialEvents(row: FleetRow, context: TimeContext): readonly TimeLineEvent[] {
  const groups: (typeof ages)[] = [];
  const ages = [...ageingFamilies(row)].sort((a, b) => a.sinceAt - b.sinceAt);
  for (const age of ages) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && age.sinceAt - group[0].sinceAt < weekMs) group.push(age);
    else groups.push([age]);
  }
  return groups.map((group) => credentialEvent(group, context));
}

/** @param ages the oldest first */
function credentialEvent(ages: ReturnType<typeof ageingFamilies>, context: TimeContext): TimeLineEvent {
  const [oldest, youngest] = [ages[0]?.sinceAt ?? context.now, ages.at(-1)?.sinceAt ?? context.now];
  const dueAt = oldest + defaultRotationIntervalMs;
  const isDue = dueAt <= context.now;
  const facts = { count: ages.length };
  return {
    ...{ key: `credentials ${oldest}`, track: "credentials", kind: "credentials", at: dueAt, tab: "credentials" },
    hue: isDue ? "negative" : dueAt - context.now < 30 * dayMs ? "caution" : "neutral",
    when: formatDays(dueAt, youngest + defaultRotationIntervalMs, context),
    what: isDue
      ? text("Rotation due: {count, plural, one {# credential} other {# credentials}}", facts)
      : text("Rotation recommended: {count, plural, one {# credential} other {# credentials}}", facts),
    label: text("{count, plural, one {# credential} other {# credentials}}", facts),
    why: [
      ...ages.map(({ family, sinceAt, never }) => {
        const named = { name: capitalize(rotationFamilyLabel(family)), when: formatRelative(sinceAt, context.now) };
        return never
          ? text("{name}: never rotated, created {when}", named)
          : text("{name}: last rotated {when}", named);
      }),
      text("Gardener recommends a rotation every 90 days."),
    ],
  };
}

const operationHues: Readonly<Partial<Record<LastOperationMeaning, Hue>>> = {
  finished: "positive",
  running: "info",
  retrying: "negative",
  stopped: "negative",
};

/** Last operation and last maintenance, as far as Gardener reports them, and the creation. */
function pastEvents({ shoot }: TimeLineInput, context: TimeContext): readonly TimeLineEvent[] {
  if (shoot === undefined) return [];
  const operation = readLastOperation(shoot.status?.lastOperation);
  const operationAt = parseInstant(operation.updatedAt);
  const maintenance = shoot.status?.lastMaintenance;
  const maintenanceAt = parseInstant(maintenance?.triggeredTime);
  const createdAt = parseInstant(shoot.metadata.creationTimestamp);
  const at = (time: number) => ({
    at: time,
    when: `${formatDays(time, undefined, context)}, ${formatClockTime(time, context.clock)}`,
  });
  const events: readonly (TimeLineEvent | undefined)[] = [
    createdAt === undefined
      ? undefined
      : {
          ...{ key: "created", track: "operations", kind: "created", hue: "neutral", tab: undefined },
          ...{ ...at(createdAt), what: text("Created"), label: text("created"), why: [] },
        },
    maintenanceAt === undefined
      ? undefined
      : {
          ...{ key: "maintenance", track: "operations", kind: "maintenance", tab: "maintenance", ...at(maintenanceAt) },
          what: text("Last maintenance: {state}", { state: describeMaintenanceState(maintenance?.state).label }),
          label: text("maintenance"),
          why: [maintenance?.description, maintenance?.failureReason].flatMap((each) => (each ? [each] : [])),
          hue: describeMaintenanceState(maintenance?.state).hue,
        },
    operationAt === undefined
      ? undefined
      : {
          ...{ key: "operation", track: "operations", kind: "operation", tab: "activity", ...at(operationAt) },
          what: text("Last operation: {type}, {state}", {
            type: operation.type ?? operation.unknownType ?? text("unknown type"),
            state: operation.state ?? operation.unknownState ?? text("unknown state"),
          }),
          label: operation.type ?? text("operation"),
          why: operation.description === undefined ? [] : [operation.description],
          hue: operationHues[operation.meaning] ?? "neutral",
        },
  ];
  return events.filter(
    (event) => event !== undefined && event.at >= context.now - behindMs,
  ) as readonly TimeLineEvent[];
}
