import { type FleetRow, fleetRowSchema } from "#lib/contract/fleet.ts";
import type { WatchRule } from "#lib/contract/notices.ts";
import { rowHealthLabel } from "#lib/fleet/fields/health.ts";
import { blockedRowLabels, lifetimeEndOf } from "#lib/fleet/fields/next-fields.ts";
import { nextWindowOfRow } from "#lib/fleet/fields/next-window-of-row.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { describeNoticeFact } from "#lib/notices/fact-descriptions.ts";
import { watchedOccurrencesOf } from "#lib/notices/occurrences.ts";
import { rulesOfShoot } from "#lib/policy/editions/rules-of-shoot.ts";
import type { ForecastVariant } from "#lib/policy/forecast/forecast-result.ts";
import { createForecaster, type Forecaster } from "#lib/policy/forecast/forecaster.ts";
import { automaticHandlingOf } from "#lib/policy/next/automatic-handling.ts";
import { diagnoseCurrentState, readDiagnosisInput } from "#lib/policy/next/diagnose-shoot.ts";
import type { RunStartInterval } from "#lib/policy/next/forecast-window.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { operationStateOfRow } from "#lib/policy/next/row-operation.ts";
import { clusterRowStateOf } from "#lib/policy/next/row-state.ts";
import { viewConstraint } from "#lib/policy/status/constraints.ts";
import { errorCodesOf } from "#lib/policy/status/error-codes.ts";
import { readLastOperation } from "#lib/policy/status/last-operation.ts";
import { calendarLayers } from "#lib/view/calendar/calendar-event.ts";
import { calendarEventsOf } from "#lib/view/calendar/calendar-events-of.ts";
import { describeCluster } from "#lib/view/cluster/describe-cluster.ts";
import { operationProgressLabel } from "#lib/view/cluster/operation-progress-label.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line/time-line.ts";
import { deletionStatusOf, describeDeletionStage } from "#lib/view/deletion/deletion-stage.ts";
import { describeForcedChange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { causeGroupKeyOf, causeGroupTitle } from "#lib/view/grid/group-causes.ts";
import { scheduleFormsOf } from "#lib/view/hibernation/schedule-form.ts";
import { schedulePreviewOf } from "#lib/view/hibernation/schedule-preview-of.ts";
import { describeScheduleBlocker, scheduledOperations } from "#lib/view/maintenance/scheduled-operations.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { describeAttentionGroup } from "#lib/view/overview/attention-descriptions.ts";
import { rotationNotices } from "#lib/view/rotations/rotation-notices.ts";
import { progressOfRotationScope } from "#lib/view/rotations/rotation-scope-progress.ts";
import { nextWindowPlan } from "#lib/view/upcoming-versions/next-window-plan.ts";
import { utcClock } from "#lib/words/clock.ts";
import { describeConstraintRemedy } from "#lib/words/constraint-descriptions.ts";
import { describeResponsibleParty } from "#lib/words/responsible-party-labels.ts";
import { describeErrorCodeRemedy } from "#lib/words/state/error-code-remedies.ts";
import { stateLabels } from "#lib/words/state/state-labels.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { feedEntriesTask } from "#server/feeds/feed-entries.ts";
import { FleetForecasts } from "../../fleet-forecasts.ts";
import { toFleetRow } from "../../fleet-row.ts";
import { ParsedProfile, unknownProfile } from "../../profile-reader.ts";
import { randomShootNow, randomShootProfiles } from "./any-shoot.fixture.ts";

/** Place of a text on a screen; a maintenance window's plan has three places, one per degree of certainty. */
export type ScreenPlace =
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
export interface ScreenText {
  readonly place: ScreenPlace;
  readonly words: string;
  /** Kind of the text, if the place has texts of several kinds. */
  readonly kind?: string;
  /** The announced time, in milliseconds since 1970. */
  readonly at?: number;
}

/** A cluster with its list row and the data that screens need. */
export interface ObservedCluster {
  readonly shoot: Shoot;
  readonly view: DiagnosisContext;
  readonly row: FleetRow;
  readonly window: RunStartInterval;
}

const readers = Object.fromEntries(
  Object.entries(randomShootProfiles).map(([name, spec]) => [name, new ParsedProfile(spec).at(randomShootNow)]),
);
const forecasters: Readonly<Record<string, Forecaster>> = Object.fromEntries(
  Object.entries(randomShootProfiles).map(([name, spec]) => [name, createForecaster(spec)]),
);
const speech = { clock: utcClock, now: randomShootNow };
const everything: WatchRule = {
  ...{ id: "a", name: "a", subject: { kind: "view", address: "/clusters" }, off: false, at: "" },
  events: {
    ...{
      unhealthy: 5,
      forced: 180,
      notReady: 90,
      forecast: true,
      deadEnd: true,
      rotation: true,
      earlierEnd: true,
      held: true,
    },
    ...{ ends: 180, others: true },
  },
};

/** Builds list rows like the server does. */
export function createClusterObserver() {
  const forecasts = new FleetForecasts();
  return (shoot: Shoot, view: DiagnosisContext): ObservedCluster => {
    const profile = shoot.spec.cloudProfile?.name ?? "";
    const reader = readers[profile] ?? unknownProfile;
    const input = {
      spec: randomShootProfiles[profile],
      reader,
      rootProfile: profile,
      garden: view,
      now: randomShootNow,
    };
    const { told: forecast } = forecasts.rowFor(shoot, input, shoot);
    const context = { project: "dev", profile: input.reader, view, forecast, now: randomShootNow };
    const row = fleetRowSchema.parse(toFleetRow(shoot, context));
    const written = nextWindowOfRow(row.window, randomShootNow);
    const window = written
      ? { beginAt: written.beginMs, usableEndAt: written.usableEndMs }
      : { beginAt: randomShootNow, usableEndAt: randomShootNow + dayMs };
    return { shoot, view, row, window };
  };
}

/** All texts about one cluster in the current language, from the same functions that the screens use. */
export function screenTextsOf(looked: ObservedCluster): readonly ScreenText[] {
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
  (place: ScreenPlace) =>
  (words: string): ScreenText => ({ place, words });

function inList({ row }: ObservedCluster): readonly ScreenText[] {
  const held = blockedRowLabels(row);
  const endsAt = lifetimeEndOf(row);
  const forced = describeForcedChange(row, speech);
  return [
    { place: "list", kind: "health", words: rowHealthLabel(row) },
    { place: "list", kind: "state", words: String(stateLabels[clusterRowStateOf(row, randomShootNow)]) },
    { place: "list", kind: "cause", words: causeGroupTitle(causeGroupKeyOf(row)) },
    ...[held?.hold, held?.waiting].flatMap((words) => (words === undefined ? [] : [ofPlace("list")(words)])),
    ...(endsAt === undefined ? [] : [{ place: "list", kind: "lifetime", words: "", at: endsAt } as const]),
    { place: "forecast", words: forced.title },
  ];
}

function onOverview({ row }: ObservedCluster): readonly ScreenText[] {
  return attentionGroups([row], { now: randomShootNow, own: new Set<string>() }).map((group) => {
    const { title, detail, hint } = describeAttentionGroup(group, randomShootNow);
    return { place: "overview", kind: group.cause.id, words: [title, detail, hint].join(" ") };
  });
}

function onPage({ shoot, row, view }: ObservedCluster): readonly ScreenText[] {
  const onlooker = { operates: false, belongs: true, mayChange: true };
  const { headline, causes, notes, ahead, party, next } = describeCluster({ shoot, row, view, onlooker }, speech);
  return [
    { place: "header", kind: "headline", words: headline },
    ...[...causes, ...notes, ...ahead.map(({ lead, why }) => `${lead}: ${why}`)].map(ofPlace("header")),
    ...(party === undefined
      ? []
      : [{ place: "header", kind: "party", words: describeResponsibleParty(party, "dev") } as const]),
    { place: "header", kind: "step", words: next },
    // Texts of the cluster preview and of the cluster overview.
    ...[undefined, forecastOf(shoot, row)].flatMap((outlook) =>
      clusterTimeLine({ row, shoot, outlook }, speech).flatMap(({ kind, at, when, what, why }) =>
        [`${when}: ${what}`, ...why].map((words): ScreenText => ({ place: "next", kind, words, at })),
      ),
    ),
  ];
}

/** Texts of the cards for the last operation, errors, constraints and deletion. */
function onCards({ shoot, row, view }: ObservedCluster): readonly ScreenText[] {
  const course = automaticHandlingOf(row);
  const { subject } = diagnoseCurrentState(readDiagnosisInput(shoot, view, randomShootNow));
  const operation = readLastOperation(shoot.status?.lastOperation);
  const failing = (shoot.status?.constraints ?? []).flatMap((constraint) => {
    const seen = constraint === null ? undefined : viewConstraint(constraint);
    return seen?.reading === "failing" ? [seen.consequence] : [];
  });
  const deletion = shoot.metadata.deletionTimestamp
    ? [ofPlace("deletion")(describeDeletionStage(deletionStatusOf(shoot), course))]
    : [];
  return [
    ofPlace("operation")(operationProgressLabel(operation, operationStateOfRow(row), subject)),
    ...errorCodesOf(shoot.status?.lastErrors).map(
      (code): ScreenText => ({ place: "remedy", kind: code, words: describeErrorCodeRemedy(code, course) }),
    ),
    ...failing.map((kind): ScreenText => ({ place: "remedy", kind, words: describeConstraintRemedy(kind, course) })),
    ...deletion,
  ];
}

function forecastOf(shoot: Shoot, row: FleetRow): ForecastVariant | undefined {
  const options = { now: randomShootNow, horizon: forecastHorizon(randomShootNow) };
  const forecast = forecasters[row.profile?.name ?? ""]?.forecast(shoot, options);
  return forecast?.outcome === "foreseen" ? forecast : undefined;
}

function inPlan({ shoot, row, view, window }: ObservedCluster): readonly ScreenText[] {
  const outlook = forecastOf(shoot, row);
  const { will, may, willNot } = nextWindowPlan(shoot, outlook, window, {
    view,
    rules: rulesOfShoot(shoot, view),
    changesHeld: row.next.subject === "changes-held" || row.next.notes?.includes("changes-held") === true,
    nowMs: randomShootNow,
  });
  return [
    ...will.map(ofPlace("window-will")),
    ...may.map(ofPlace("window-may")),
    ...willNot.map(ofPlace("window-will-not")),
  ];
}

function ofUpkeep({ shoot, view }: ObservedCluster): readonly ScreenText[] {
  const forms = scheduleFormsOf(shoot);
  const { events, notes } = schedulePreviewOf(shoot, forms, { now: randomShootNow, view, draft: false });
  const obstacle = describeScheduleBlocker(shoot, view, randomShootNow);
  const scheduled = scheduledOperations(shoot);
  const track = progressOfRotationScope(shoot, "all", {
    nowMs: randomShootNow,
    rules: rulesOfShoot(shoot, view),
  });
  return [
    ...events.map(({ kind, at, doubt }): ScreenText => ({ place: "hibernation", kind, words: doubt ?? "", at })),
    ...notes.map(ofPlace("hibernation")),
    ...scheduled.map(
      ({ name }): ScreenText => ({
        place: "scheduled",
        kind: obstacle === undefined ? "planned" : "waits",
        words: name,
      }),
    ),
    ...(obstacle === undefined ? [] : [ofPlace("scheduled")(obstacle)]),
    ...rotationNotices(shoot, track, { view, nowMs: randomShootNow }).map(
      ({ id, title, text }): ScreenText => ({ place: "rotation", kind: id, words: `${title} ${text}` }),
    ),
  ];
}

function inCalendar({ row }: ObservedCluster): readonly ScreenText[] {
  const range = { from: randomShootNow - 60 * dayMs, to: forecastHorizon(randomShootNow) };
  const input = { rows: [row], profiles: [], unused: false, now: randomShootNow, range };
  const dated = calendarEventsOf({ ...input, layers: calendarLayers.filter((layer) => layer !== "window") });
  // Maintenance windows are the same each day, so a few days suffice.
  const near = { from: randomShootNow, to: randomShootNow + 3 * dayMs };
  const windows = calendarEventsOf({ ...input, layers: ["window"], range: near });
  const { entries } = runYieldingTask(feedEntriesTask({ ...input, layers: calendarLayers }));
  return [
    ...[...dated, ...windows].map(
      ({ layer, at, title, facts, deadEnd }): ScreenText => ({
        place: "calendar",
        kind: deadEnd === undefined ? layer : "dead-end",
        words: [title, ...facts].join(" "),
        at,
      }),
    ),
    ...entries.map(
      ({ startAt, repeatsDaily, repeatsUntil, summary, description }): ScreenText => ({
        place: "feed",
        kind: repeatsDaily ? "window" : "entry",
        words: `${summary} ${description}`,
        at: repeatsDaily ? (repeatsUntil ?? Number.POSITIVE_INFINITY) : startAt,
      }),
    ),
  ];
}

function inNotices({ row }: ObservedCluster): readonly ScreenText[] {
  return watchedOccurrencesOf(everything, row, { ends: {} }).map(
    ({ event, fact, from, at }): ScreenText => ({
      place: "notice",
      kind: event,
      words: `${describeNoticeFact(fact)} ${at ?? ""}`,
      at: from,
    }),
  );
}
