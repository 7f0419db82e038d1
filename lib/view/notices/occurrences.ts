import type { FleetRow } from "#lib/contract/fleet.ts";
import type { ForeseenDeadEnd, ForeseenStep, RowForecast } from "#lib/contract/forecast.ts";
import type { WatchedEvent, WatchRule } from "#lib/contract/notices.ts";
import { deadEndWords } from "#lib/fleet/fields/dead-end-filter.ts";
import { forcedEvents } from "#lib/forecast/forced-events.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import { familyName } from "#lib/words/words.ts";
import { broughtForward, type KnownEnds, newsUntil, usedVersions } from "./version-ends.ts";

/** Something that a rule tells of one cluster, at a time that its row already knows. */
export interface Occurrence {
  readonly event: WatchedEvent;
  /** Equal for the same change, whoever works it out and whenever. */
  readonly key: string;
  /** Epoch milliseconds between which it holds. */
  readonly from: number;
  readonly until?: number;
  readonly what: string;
  /** Since when it is so, or when it will be. */
  readonly at?: string;
}

type Found = Omit<Occurrence, "key" | "event"> & { readonly key: string };

/** What a rule has to tell of a row, now or later, without another change. */
export function occurrencesOf({ events }: WatchRule, row: FleetRow, ends: KnownEnds): readonly Occurrence[] {
  const { unhealthy, forced, forecast, deadEnd, rotation, earlierEnd, others } = events;
  const found: readonly (readonly [WatchedEvent, readonly Found[]])[] = [
    ["unhealthy", unhealthy === undefined ? [] : unhealthyOf(row, unhealthy)],
    ["forced", forced === undefined ? [] : forcedOf(row, forced)],
    ["forecast", forecast ? changedForecastOf(row) : []],
    ["deadEnd", deadEnd ? deadEndsOf(row) : []],
    ["rotation", rotation ? waitingRotations(row) : []],
    ["earlierEnd", earlierEnd ? earlierEndsOf(row, ends) : []],
    ["others", others ? actsOf(row) : []],
  ];
  return found.flatMap(([event, all]) =>
    all.map((each) => ({ event, ...each, key: `${event} ${row.uid} ${each.key}` })),
  );
}

function unhealthyOf({ health, unhealthySince, conditions }: FleetRow, minutes: number): readonly Found[] {
  const since = parseInstant(unhealthySince);
  if (health !== "unhealthy" || unhealthySince === undefined || since === undefined) return [];
  const bad = conditions.filter(({ status }) => status === "False").map(({ type }) => type);
  const what = bad.length === 0 ? "Unhealthy" : `Unhealthy: ${bad.slice(0, 3).join(", ")}`;
  return [{ key: unhealthySince, from: since + minutes * minuteMs, what, at: unhealthySince }];
}

function forcedOf({ forecast }: FleetRow, days: number): readonly Found[] {
  return (forecast?.forced ?? []).map((step) => ({
    key: `${step.lane} ${step.from} ${step.to}`,
    from: step.overdue ? 0 : step.earliestAt - days * dayMs,
    what: `Forced change: ${wordsOfStep(step)}`,
    at: formatInstant(step.earliestAt),
  }));
}

function wordsOfStep({ hop, image, from, to }: ForeseenStep): string {
  return `${hop === "image" ? (image ?? "machine image") : "Kubernetes"} ${from} to ${to}`;
}

/** A forecast that was another one before is news for a day. */
function changedForecastOf({ forecast }: FleetRow): readonly Found[] {
  const changed = forecast?.changed;
  if (forecast === undefined || changed === undefined) return [];
  const now = wordsOfFirst(forecast);
  const before = wordsOfBefore(changed.before);
  return [
    {
      // Two replicas hear of a profile's change at two instants, but tell the same of it.
      key: `${before} / ${now}`,
      from: changed.at,
      until: changed.at + dayMs,
      what: `Forecast changed: ${now}, before: ${before}`,
      at: formatInstant(changed.at),
    },
  ];
}

const nothingForced = "no forced change";

function wordsOfFirst(forecast: RowForecast): string {
  const [first] = forcedEvents({ forecast });
  if (first?.step) return wordsOfStep(first.step);
  return first?.deadEnd ? wordsOfDeadEnd(first.deadEnd) : nothingForced;
}

function wordsOfBefore(before: NonNullable<RowForecast["changed"]>["before"]): string {
  if (before?.deadEnd !== undefined) return deadEndWords(before.deadEnd);
  return before?.to === undefined ? nothingForced : `to ${before.to}`;
}

function deadEndsOf({ forecast }: FleetRow): readonly Found[] {
  return (forecast?.deadEnds ?? []).map((end) => ({
    key: `${end.lane} ${end.code} ${end.version}`,
    from: 0,
    what: `Dead end: ${wordsOfDeadEnd(end)}`,
    at: formatInstant(end.fromAt),
  }));
}

function wordsOfDeadEnd({ code, version, missing }: ForeseenDeadEnd): string {
  const of = version === "" ? "" : ` (${version})`;
  return `${deadEndWords(code)}${of}${missing === undefined ? "" : `, missing ${missing}`}`;
}

function waitingRotations({ rotations }: FleetRow): readonly Found[] {
  return (rotations ?? [])
    .filter(({ wait }) => wait !== undefined)
    .map(({ family, phase, since = "" }) => ({
      key: `${family} ${phase} ${since}`,
      from: 0,
      what: `Rotation waits for people: ${familyName(family)}`,
      ...(since !== "" && { at: since }),
    }));
}

function earlierEndsOf(row: FleetRow, ends: KnownEnds): readonly Found[] {
  return usedVersions(row).flatMap((used) => {
    const forward = broughtForward(ends, used);
    if (forward === undefined) return [];
    const { end, was, changedAt } = forward;
    const before = was === "" ? "it had no end" : `it was ${was.slice(0, 10)}`;
    return [
      {
        key: `${used.key} ${end}`,
        from: changedAt,
        until: newsUntil(forward),
        what: `${used.words} ends earlier, ${before}`,
        at: end,
      },
    ];
  });
}

function actsOf({ deletionRequestedAt, pendingOperation, rotations }: FleetRow): readonly Found[] {
  const deletion =
    deletionRequestedAt === undefined
      ? []
      : [{ key: `delete ${deletionRequestedAt}`, from: 0, what: "Deletion requested", at: deletionRequestedAt }];
  // It carries no time: the same operation, asked for again within two days, is not told twice.
  const operation =
    pendingOperation === undefined
      ? []
      : [{ key: `operation ${pendingOperation}`, from: 0, what: `Operation requested: ${pendingOperation}` }];
  const started = (rotations ?? []).flatMap(({ family, since }) =>
    since === undefined
      ? []
      : [{ key: `rotation ${family} ${since}`, from: 0, what: `Rotation started: ${familyName(family)}`, at: since }],
  );
  return [...deletion, ...operation, ...started];
}
