import { describe, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { filterFleet } from "#lib/fleet/filter-fleet.ts";
import { parseFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { forecastReportRowsOf } from "#lib/forecast/forecast-report-rows.ts";
import { reportedDeadEnd } from "#lib/forecast/report-forecast.ts";
import { fixtureNow as now, sampleDeadEnd, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { calendarEventsOf } from "#lib/view/calendar/calendar-events-of.ts";
import { forecastClauses } from "#lib/view/cluster/forecast-clauses.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line/time-line.ts";
import { describeForcedChange } from "#lib/view/forecast/forced-change-descriptions.ts";
import { createRiskHistogram, forcedEventKindLabel, forcedEventKinds } from "#lib/view/forecast/risk-histogram.ts";
import { countStuckClusters, missingUpgradeLinksOf } from "#lib/view/forecast/stuck-board.ts";
import { attentionGroups } from "#lib/view/overview/attention.ts";
import { utcClock } from "#lib/words/clock.ts";
import { deadEndCauseLabels, urgencyHues } from "#lib/words/dead-end-labels.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { feedEntriesTask } from "#server/feeds/feed-entries.ts";

const speech = { now, clock: utcClock };
const causes = {
  "no later version yet": { code: "highest-minor", cause: "no-later-version", what: "no 1.34 yet" },
  "a gap in the profile": { code: "no-next-minor", cause: "gap", what: "1.34 missing" },
  "blocked by the cluster": { code: "rejected-by-dry-run", cause: "blocked", what: "spec.addons refused" },
} as const;

/** Expected colours: red within 90 days, amber within 180 days, and beyond that grey only without a later version. */
const table = [
  ["no later version yet", 89, "soon", "negative", "dead end"],
  ["no later version yet", 90, "soon", "negative", "dead end"],
  ["no later version yet", 91, "ahead", "caution", "dead end"],
  ["no later version yet", 180, "ahead", "caution", "dead end"],
  ["no later version yet", 181, "open", "neutral", "open end"],
  ["a gap in the profile", 90, "soon", "negative", "dead end"],
  ["a gap in the profile", 91, "ahead", "caution", "dead end"],
  ["a gap in the profile", 181, "ahead", "caution", "dead end"],
  ["blocked by the cluster", 90, "soon", "negative", "dead end"],
  ["blocked by the cluster", 181, "ahead", "caution", "dead end"],
] as const;

function rowWith(name: keyof typeof causes, days: number): { row: FleetRow; end: ReturnType<typeof sampleDeadEnd> } {
  const { code } = causes[name];
  const differs =
    code === "rejected-by-dry-run" ? { lane: "run", version: "", missing: "spec.addons", profile: undefined } : {};
  const end = sampleDeadEnd(days, { code, ...differs });
  return { row: sampleFleetRow({ forecast: sampleRowForecast({ deadEnds: [end] }) }), end };
}

describe.each(table)("%s, %d days away", (name, days, urgency, hue, called) => {
  const { row, end } = rowWith(name, days);
  const { cause, what, code } = causes[name];
  const isOpen = urgency === "open";
  const isSoon = urgency === "soon";
  const selects = (text: string) =>
    filterFleet([row], parseFleetQuery(new URLSearchParams(text)), createFleetContext(now)).length === 1;
  const input = {
    rows: [row],
    profiles: [],
    layers: ["forced"],
    unused: false,
    now,
    range: { from: now, to: end.fromAt + 1 },
  } as const;

  test("the list, the table of the forecast and the head of the cluster", () => {
    expect(describeForcedChange(row, speech)).toMatchObject({ kind: "dead-end", name: called, urgency, what });
    expect(urgencyHues[urgency]).toBe(hue);
  });

  test("the sentence of the cluster names it within 90 days only", () => {
    expect(forecastClauses(row, speech).map(({ kind }) => kind)).toEqual(isSoon ? ["stuck"] : []);
  });

  test("what happens next", () => {
    const stuck = clusterTimeLine({ row }, speech).find(({ kind }) => kind === "stuck");
    expect(stuck?.hue).toBe(hue);
    expect(stuck?.what).toMatch(isOpen ? /^Open end: / : /^Dead end: /);
    expect(stuck?.what).toContain(what.replace(" yet", ""));
  });

  test("the filters tell the causes, and an open end from what is stuck", () => {
    const held = Object.values(causes).map((each) => selects(`deadend=${each.cause}`));
    expect(held).toEqual(Object.keys(causes).map((each) => each === name));
    expect([selects("deadend=open"), selects("deadend=stuck")]).toEqual([isOpen, !isOpen]);
  });

  test("the counts and the board", () => {
    expect(countStuckClusters([row], now)).toEqual({ stuck: isOpen ? 0 : 1, open: isOpen ? 1 : 0 });
    expect(missingUpgradeLinksOf([row], now)).toMatchObject([{ code, cause, urgency, clusters: 1 }]);
  });

  test("the histogram counts it as its cause", () => {
    const bar = createRiskHistogram([row], now).bars.find(({ total }) => total === 1);
    expect(forcedEventKinds.filter((kind) => bar?.counts[kind] === 1)).toEqual([cause]);
    expect(forcedEventKindLabel(cause)).toBe(String(deadEndCauseLabels[cause]));
  });

  test("the overview asks for attention within 90 days only", () => {
    const groups = attentionGroups([row], { now, own: new Set() });
    expect(groups.map(({ tier }) => tier)).toEqual(isSoon ? ["90"] : []);
  });

  test("the calendar, and the file of a feed", () => {
    const title = new RegExp(`^${deadEndCauseLabels[cause]}: `);
    expect(calendarEventsOf(input).map((event) => [event.hue, title.test(event.title)])).toEqual([[hue, true]]);
    const [entry] = runYieldingTask(feedEntriesTask(input)).entries;
    expect(entry?.summary).toMatch(new RegExp(`^pay/prod-eu1: ${deadEndCauseLabels[cause]}: `));
  });

  test("JSON and CSV", () => {
    const reported = reportedDeadEnd(end, now);
    expect(reported).toMatchObject({ because: cause, urgency });
    const lane = { lane: end.lane, version: end.version, hops: [], deadEnds: [reported], finalVersions: [] };
    const cluster = { uid: "u", project: "pay", name: "prod-eu1", computedAt: now, lanes: [lane], refusals: [] };
    expect(forecastReportRowsOf(cluster)).toMatchObject([{ event: "dead end", because: cause, urgency }]);
  });
});
