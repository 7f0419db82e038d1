import type { FleetRow } from "#lib/contract/fleet.ts";
import type { DeadEndSummary, ForecastStepSummary, RowForecast } from "#lib/contract/forecast.ts";
import type { ForecastFact, NoticeFact, WatchRule, WatchRuleEvent } from "#lib/contract/notices.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import { isNotReadyFor, readinessStepOf } from "#lib/forecast/readiness-step.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import { type ObservedUserAct, observedActNewsMs } from "./begun-acts.ts";
import { foldIntoSummaries, type KnownSummaries, summaryOccurrencesOf } from "./summary-occurrences.ts";
import { earlierEndNewsUntil, earlierVersionEndOf, type KnownVersionEnds, usedVersionsOf } from "./version-ends.ts";
import type { WatchedOccurrence } from "./watched-occurrence.ts";

type Found = Omit<WatchedOccurrence, "key" | "event"> & { readonly key: string };

/**
 * Caches the events of a row for several watch rules that are evaluated one after the other.
 *
 * @param find returns the events, independently of the rule
 */
function ofRow(
  event: WatchRuleEvent,
  find: (row: FleetRow) => readonly Found[],
): (row: FleetRow) => readonly WatchedOccurrence[] {
  return memoizeLast((row) => named(event, row, find(row)));
}

function named(event: WatchRuleEvent, { uid }: FleetRow, found: readonly Found[]): readonly WatchedOccurrence[] {
  return found.map((each) => ({ event, ...each, key: `${event} ${uid} ${each.key}` }));
}

/** Returns the events with their start moved to an earlier time by `ms`. */
const sooner = (found: readonly WatchedOccurrence[], ms: number): readonly WatchedOccurrence[] =>
  found.map((each) => ({ ...each, from: each.from - ms }));

/** Facts about a cluster that its row does not contain. */
export interface KnownClusterFacts {
  readonly ends: KnownVersionEnds;
  /** Operation that another user was observed to begin on the cluster. */
  readonly act?: ObservedUserAct | undefined;
  readonly summaries?: KnownSummaries | undefined;
}

/** Returns the events that a rule reports about a row, now or later, until the row changes. */
export function watchedOccurrencesOf(
  { events }: WatchRule,
  row: FleetRow,
  { ends, act, summaries }: KnownClusterFacts,
): readonly WatchedOccurrence[] {
  const {
    unhealthy,
    forced,
    notReady,
    forecast,
    deadEnd,
    rotation,
    earlierEnd,
    held,
    ends: endsWithin,
    others,
  } = events;
  const all: WatchedOccurrence[] = [];
  if (unhealthy !== undefined) all.push(...sooner(unhealthyOf(row), -unhealthy * minuteMs));
  if (notReady !== undefined) all.push(...sooner(notReadyOf(row), notReady * dayMs));
  if (forced !== undefined) {
    // The notice that the cluster is not ready says that the update is forced, and comes first.
    const isTold = notReady !== undefined && notReady >= forced;
    all.push(...sooner(isTold ? foldedForcedOf(row) : forcedOf(row), forced * dayMs));
  }
  if (forecast) all.push(...changedForecastOf(row));
  if (deadEnd) all.push(...deadEndsOf(row));
  if (rotation) all.push(...waitingRotations(row));
  if (earlierEnd) all.push(...named("earlierEnd", row, earlierEndsOf(row, ends)));
  if (held) all.push(...heldOf(row));
  if (endsWithin !== undefined) all.push(...sooner(lifetimeOf(row), endsWithin * dayMs));
  if (others) all.push(...actsOf(row), ...named("others", row, begunOf(act)));
  if (!events.summary || summaries === undefined) return all;
  return [...foldIntoSummaries(all, row, summaries), ...summaryOccurrencesOf(row, summaries)];
}

const unhealthyOf = ofRow("unhealthy", ({ health, unhealthySince, conditions }) => {
  const since = parseInstant(unhealthySince);
  if (health !== "unhealthy" || unhealthySince === undefined || since === undefined) return [];
  const bad = conditions.filter(({ status }) => status === "False").map(({ type }) => type);
  const fact = { kind: "unhealthy", conditions: bad.slice(0, 3) } as const;
  return [{ key: unhealthySince, from: since, fact, at: unhealthySince }];
});

/** @param folds whether a step for which the cluster is not ready is known from another notice */
function forcedStepsOf(row: FleetRow, folds: boolean): readonly Found[] {
  return (row.forecast?.forced ?? []).map((step) => {
    const isNotReady = isNotReadyFor(row, step);
    return {
      key: `${step.lane} ${step.from} ${step.to}`,
      from: step.overdue ? 0 : step.earliestAt,
      fact: { kind: "forced", ...stepOf(step), ...(isNotReady && { notReady: true }) },
      at: formatInstant(step.earliestAt),
      // Still an event: left out, it would be forgotten, and be news again when the cluster is ready.
      ...(folds && isNotReady && { isFolded: true }),
    };
  });
}

const forcedOf = ofRow("forced", (row) => forcedStepsOf(row, false));
const foldedForcedOf = ofRow("forced", (row) => forcedStepsOf(row, true));

const notReadyOf = ofRow("notReady", (row) => {
  const step = readinessStepOf(row);
  if (step === undefined || row.readiness?.result !== "not-ready") return [];
  const { to, at } = step;
  return [
    { key: to, from: at, fact: { kind: "not-ready", to, blocks: row.readiness.blocks ?? 0 }, at: formatInstant(at) },
  ];
});

function stepOf({ hop, image = "", from, to }: ForecastStepSummary) {
  return { ...(hop === "image" && { image }), from, to };
}

/** A changed forecast is reported for a day. */
const changedForecastOf = ofRow("forecast", ({ forecast }) => {
  const changed = forecast?.changed;
  if (forecast === undefined || changed === undefined) return [];
  const now = firstOf(forecast);
  const before = beforeOf(changed.before);
  return [
    {
      // Two replicas of Almanac learn of a profile change at different times, but must compute the same key.
      key: `${JSON.stringify(before)} / ${JSON.stringify(now)}`,
      from: changed.at,
      until: changed.at + dayMs,
      fact: { kind: "forecast", now, before },
      at: formatInstant(changed.at),
    },
  ];
});

function firstOf(forecast: RowForecast): ForecastFact {
  const [first] = forcedEventsOf({ forecast });
  if (first?.step) return { kind: "step", ...stepOf(first.step) };
  return first?.deadEnd ? deadEndOf(first.deadEnd) : { kind: "nothing" };
}

function beforeOf(before: NonNullable<RowForecast["changed"]>["before"]): ForecastFact {
  if (before?.deadEnd !== undefined) return { kind: "dead-end", code: before.deadEnd, version: "" };
  return before?.to === undefined ? { kind: "nothing" } : { kind: "to", to: before.to };
}

const deadEndsOf = ofRow("deadEnd", ({ forecast }) =>
  (forecast?.deadEnds ?? []).map((end) => ({
    key: `${end.lane} ${end.code} ${end.version}`,
    from: 0,
    fact: deadEndOf(end),
    at: formatInstant(end.fromAt),
  })),
);

function deadEndOf({ code, version, missing }: DeadEndSummary) {
  return { kind: "dead-end", code, version, ...(missing !== undefined && { missing }) } as const;
}

const waitingRotations = ofRow("rotation", ({ rotations }) =>
  (rotations ?? [])
    .filter(({ wait }) => wait !== undefined)
    .map(({ family, phase, since = "" }) => ({
      key: `${family} ${phase} ${since}`,
      from: 0,
      fact: { kind: "rotation-waits", family },
      ...(since !== "" && { at: since }),
    })),
);

const earlierEndsOf = memoizeLast((row: FleetRow, ends: KnownVersionEnds): readonly Found[] =>
  usedVersionsOf(row).flatMap((used) => {
    const forward = earlierVersionEndOf(ends, used);
    if (forward === undefined) return [];
    const { end, was, changedAt } = forward;
    return [
      {
        key: `${used.key} ${end}`,
        from: changedAt,
        until: earlierEndNewsUntil(forward),
        fact: { kind: "earlier-end", version: used.words, ...(was !== "" && { was: was.slice(0, 10) }) },
        at: end,
      },
    ];
  }),
);

/** States in which Gardener does not reconcile a cluster; not those that it resumes, such as aborted operations. */
const doesNothing: ReadonlySet<string> = new Set([
  "ignored",
  "seed-stopped",
  "seed-silent",
  "seed-not-ready",
  "failed",
  "deletion-failed",
]);

const heldOf = ofRow("held", ({ next: { subject } }) =>
  doesNothing.has(subject) ? [{ key: subject, from: 0, fact: { kind: "held", subject } }] : [],
);

const lifetimeOf = ofRow("ends", ({ endsAt }) => {
  const at = parseInstant(endsAt);
  if (at === undefined || endsAt === undefined) return [];
  return [{ key: endsAt, from: at, fact: { kind: "ends" }, at: endsAt }];
});

const actsOf = ofRow("others", ({ deletionRequestedAt, rotations = [] }) => {
  const found: Found[] = [];
  const add = (key: string, fact: NoticeFact, at: string | undefined) => {
    if (at !== undefined) found.push({ key: `${key} ${at}`, from: 0, fact, at });
  };
  add("delete", { kind: "deletion" }, deletionRequestedAt);
  for (const { family, since } of rotations) add(`rotation ${family}`, { kind: "rotation-started", family }, since);
  return found;
});

function begunOf(act: ObservedUserAct | undefined): readonly Found[] {
  if (act === undefined) return [];
  const { generation, at, operation } = act;
  const fact = { kind: "act", operation } as const;
  return [{ key: `generation ${generation}`, from: at, until: at + observedActNewsMs, fact, at: formatInstant(at) }];
}
