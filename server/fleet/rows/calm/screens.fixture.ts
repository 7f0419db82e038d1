import { type FleetRow, fleetRowSchema } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import { healthSentence } from "#lib/fleet/fields/health.ts";
import { heldBackWords, lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { rowWindow } from "#lib/fleet/fields/row-window.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { factWords } from "#lib/notices/fact-words.ts";
import { occurrencesOf } from "#lib/notices/occurrences.ts";
import { allAtOnce } from "#lib/parts.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import type { NextView } from "#lib/policy/next/next-view.ts";
import { ownCourse } from "#lib/policy/next/own-course.ts";
import { operationCourse } from "#lib/policy/next/row-operation.ts";
import { rowState } from "#lib/policy/next/row-state.ts";
import { standingVerdict, verdictFacts } from "#lib/policy/next/sentence-of-truth.ts";
import type { RunSpan } from "#lib/policy/next/window-outlook.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { codesOf } from "#lib/policy/status/error-codes.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";
import { calendarLayers } from "#lib/view/calendar/calendar-event.ts";
import { calendarEvents } from "#lib/view/calendar/calendar-events.ts";
import { clusterSentence } from "#lib/view/cluster/cluster-sentence.ts";
import { nextEvents } from "#lib/view/cluster/next-events.ts";
import { operationWords } from "#lib/view/cluster/operation-words.ts";
import { deletionStanding, stageSentence } from "#lib/view/deletion/deletion-stage.ts";
import { forcedWords } from "#lib/view/forecast/forced-words.ts";
import { causeOf, causeTitle } from "#lib/view/grid/group-causes.ts";
import { schedulesForm } from "#lib/view/hibernation/schedule-form.ts";
import { scheduleProspect } from "#lib/view/hibernation/schedule-prospect.ts";
import { nextWindowPlan } from "#lib/view/ladder/next-window-plan.ts";
import { scheduledOperations, scheduleObstacle } from "#lib/view/maintenance/scheduled-operations.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { attentionWords } from "#lib/view/overview/attention-words.ts";
import { rotationNotices } from "#lib/view/rotations/rotation-notices.ts";
import { rotationTrack } from "#lib/view/rotations/rotation-track.ts";
import { utcClock } from "#lib/words/clock.ts";
import { helpOfConstraint } from "#lib/words/constraint-sentences.ts";
import { wordsOfParty } from "#lib/words/party-words.ts";
import { helpOfErrorCode } from "#lib/words/state/error-code-help.ts";
import { stateWords } from "#lib/words/state/state-words.ts";
import { feedEntryParts } from "#server/feeds/feed-entries.ts";
import { FleetForecasts } from "../../fleet-forecasts.ts";
import { toFleetRow } from "../../fleet-row.ts";
import { ReadProfile, unknownProfile } from "../../profile-reader.ts";
import { now, profiles } from "./any-shoot.fixture.ts";

/** Place of a text. The window's plan is three places, one per degree of certainty. */
export type Place =
  | "list"
  | "overview"
  | "header"
  | "next"
  | "forecast"
  | "operation"
  | "remedy"
  | "deletion"
  | "window-will"
  | "window-may"
  | "window-will-not"
  | "hibernation"
  | "scheduled"
  | "rotation"
  | "calendar"
  | "feed"
  | "notice";

/** One text about a cluster on one screen. */
export interface Saying {
  readonly place: Place;
  readonly words: string;
  /** Kind of the text, where the place has several. */
  readonly kind?: string;
  /** Announced time, in milliseconds since 1970. */
  readonly at?: number;
}

/** A cluster with its row and context. */
export interface Looked {
  readonly shoot: Shoot;
  readonly view: NextView;
  readonly row: FleetRow;
  readonly window: RunSpan;
}

const readers = Object.fromEntries(
  Object.entries(profiles).map(([name, spec]) => [name, new ReadProfile(spec).at(now)]),
);
const forecasters: Readonly<Record<string, Forecaster>> = Object.fromEntries(
  Object.entries(profiles).map(([name, spec]) => [name, createForecaster(spec)]),
);
const speech = { clock: utcClock, now };
const everything: WatchRule = {
  ...{ id: "a", name: "a", subject: { kind: "view", address: "/clusters" }, off: false, at: "" },
  events: {
    ...{ unhealthy: 5, forced: 180, forecast: true, deadEnd: true, rotation: true, earlierEnd: true, held: true },
    ...{ ends: 180, others: true },
  },
};

/** Builds rows like the fleet does. */
export function lookAtClusters() {
  const forecasts = new FleetForecasts();
  return (shoot: Shoot, view: NextView): Looked => {
    const profile = shoot.spec.cloudProfile?.name ?? "";
    const { release } = view;
    const reader = readers[profile] ?? unknownProfile;
    const input = { spec: profiles[profile], reader, rootProfile: profile, release, now };
    const forecast = forecasts.rowFor(shoot, input, shoot);
    const context = { project: "dev", profile: input.reader, view, forecast, now };
    const row = fleetRowSchema.parse(toFleetRow(shoot, context));
    const written = rowWindow(row.window, now);
    const window = written
      ? { beginAt: written.beginMs, usableEndAt: written.usableEndMs }
      : { beginAt: now, usableEndAt: now + dayMs };
    return { shoot, view, row, window };
  };
}

/** The texts of all screens about one cluster, in the current language, from the functions that the screens use. */
export function screensOf(looked: Looked): readonly Saying[] {
  return [
    ...inList(looked),
    ...onOverview(looked),
    ...onPage(looked),
    ...onCards(looked),
    ...inPlan(looked),
    ...ofUpkeep(looked),
    ...inCalendar(looked),
    ...inNotices(looked),
  ];
}

const ofPlace =
  (place: Place) =>
  (words: string): Saying => ({ place, words });

function inList({ row }: Looked): readonly Saying[] {
  const held = heldBackWords(row);
  const endsAt = lifetimeEndOf(row);
  const forced = forcedWords(row, speech);
  return [
    { place: "list", kind: "health", words: healthSentence(row) },
    { place: "list", kind: "state", words: String(stateWords[rowState(row, now)]) },
    { place: "list", kind: "cause", words: causeTitle(causeOf(row)) },
    ...[held?.hold, held?.waiting].flatMap((words) => (words === undefined ? [] : [ofPlace("list")(words)])),
    ...(endsAt === undefined ? [] : [{ place: "list", kind: "lifetime", words: "", at: endsAt } as const]),
    { place: "forecast", words: forced.title },
  ];
}

function onOverview({ row }: Looked): readonly Saying[] {
  return attentionGroups([row], { now, own: new Set<string>() }).map((group) => {
    const { title, detail, hint } = attentionWords(group, now);
    return { place: "overview", kind: group.cause.id, words: [title, detail, hint].join(" ") };
  });
}

function onPage({ shoot, row, view }: Looked): readonly Saying[] {
  const onlooker = { operates: false, belongs: true, mayChange: true };
  const { headline, causes, notes, ahead, party, next } = clusterSentence({ shoot, row, view, onlooker }, speech);
  return [
    { place: "header", kind: "headline", words: headline },
    ...[...causes, ...notes, ...ahead.map(({ lead, why }) => `${lead}: ${why}`)].map(ofPlace("header")),
    ...(party === undefined ? [] : [{ place: "header", kind: "party", words: wordsOfParty(party, "dev") } as const]),
    { place: "header", kind: "step", words: next },
    ...nextEvents(row, speech).map(
      ({ kind, at, when, what }): Saying => ({
        place: "next",
        kind,
        words: `${when}: ${what}`,
        ...(at !== undefined && { at }),
      }),
    ),
  ];
}

/** Texts of the cards for the last operation, errors, constraints and deletion. */
function onCards({ shoot, row, view }: Looked): readonly Saying[] {
  const course = ownCourse(row);
  const { subject } = standingVerdict(verdictFacts(shoot, view, now));
  const operation = readLastOperation(shoot.status?.lastOperation);
  const failing = (shoot.status?.constraints ?? []).flatMap((constraint) => {
    const seen = constraint === null ? undefined : viewConstraint(constraint);
    return seen?.reading === "failing" ? [seen.consequence] : [];
  });
  const deletion = shoot.metadata.deletionTimestamp
    ? [ofPlace("deletion")(stageSentence(deletionStanding(shoot), course))]
    : [];
  return [
    ofPlace("operation")(operationWords(operation, operationCourse(row), subject)),
    ...codesOf(shoot.status?.lastErrors).map(
      (code): Saying => ({ place: "remedy", kind: code, words: helpOfErrorCode(code, course) }),
    ),
    ...failing.map((kind): Saying => ({ place: "remedy", kind, words: helpOfConstraint(kind, course) })),
    ...deletion,
  ];
}

function inPlan({ shoot, row, view, window }: Looked): readonly Saying[] {
  const options = { now, horizon: forecastHorizon(now) };
  const forecast = forecasters[row.profile?.name ?? ""]?.forecast(shoot, options);
  const outlook = forecast?.outcome === "foreseen" ? forecast : undefined;
  const { will, may, willNot } = nextWindowPlan(shoot, outlook, window, {
    view,
    rules: rulesOfShoot(shoot, view.release),
    changesHeld: row.next.subject === "changes-held" || row.next.notes?.includes("changes-held") === true,
    nowMs: now,
  });
  return [
    ...will.map(ofPlace("window-will")),
    ...may.map(ofPlace("window-may")),
    ...willNot.map(ofPlace("window-will-not")),
  ];
}

function ofUpkeep({ shoot, view }: Looked): readonly Saying[] {
  const forms = schedulesForm(shoot);
  const { events, notes } = scheduleProspect(shoot, forms, { now, view, draft: false });
  const obstacle = scheduleObstacle(shoot, view, now);
  const scheduled = scheduledOperations(shoot);
  const track = rotationTrack(shoot, "all", { nowMs: now, rules: rulesOfShoot(shoot, view.release) });
  return [
    ...events.map(({ kind, at, doubt }): Saying => ({ place: "hibernation", kind, words: doubt ?? "", at })),
    ...notes.map(ofPlace("hibernation")),
    ...scheduled.map(
      ({ name }): Saying => ({ place: "scheduled", kind: obstacle === undefined ? "planned" : "waits", words: name }),
    ),
    ...(obstacle === undefined ? [] : [ofPlace("scheduled")(obstacle)]),
    ...rotationNotices(shoot, track, { view, nowMs: now }).map(
      ({ id, title, text }): Saying => ({ place: "rotation", kind: id, words: `${title} ${text}` }),
    ),
  ];
}

function inCalendar({ row }: Looked): readonly Saying[] {
  const range = { from: now - 60 * dayMs, to: forecastHorizon(now) };
  const input = { rows: [row], profiles: [], unused: false, now, range };
  const dated = calendarEvents({ ...input, layers: calendarLayers.filter((layer) => layer !== "window") });
  // Windows are the same each day, so a few days suffice.
  const near = { from: now, to: now + 3 * dayMs };
  const windows = calendarEvents({ ...input, layers: ["window"], range: near });
  const { entries } = allAtOnce(feedEntryParts({ ...input, layers: calendarLayers }));
  return [
    ...[...dated, ...windows].map(
      ({ layer, at, title, facts, deadEnd }): Saying => ({
        place: "calendar",
        kind: deadEnd === undefined ? layer : "dead-end",
        words: [title, ...facts].join(" "),
        at,
      }),
    ),
    ...entries.map(
      ({ startAt, repeatsDaily, repeatsUntil, summary, description }): Saying => ({
        place: "feed",
        kind: repeatsDaily ? "window" : "entry",
        words: `${summary} ${description}`,
        at: repeatsDaily ? (repeatsUntil ?? Number.POSITIVE_INFINITY) : startAt,
      }),
    ),
  ];
}

function inNotices({ row }: Looked): readonly Saying[] {
  return occurrencesOf(everything, row, { ends: {} }).map(
    ({ event, fact, from, at }): Saying => ({
      place: "notice",
      kind: event,
      words: `${factWords(fact)} ${at ?? ""}`,
      at: from,
    }),
  );
}
