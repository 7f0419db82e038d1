import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { defaultLayers } from "#lib/view/calendar/calendar-event.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { feedEntriesTask } from "./feed-entries.ts";
import type { ClusterSummary } from "./summary-entries.ts";

const forecasts = [
  sampleRowForecast({ forced: [sampleForcedStep(10)] }),
  sampleRowForecast({ forced: [sampleImageStep(10)], deadEnds: [sampleDeadEnd(40)] }),
];
const rows = Array.from({ length: 240 }, (_, at) => {
  const forecast = forecasts[at % forecasts.length];
  return sampleFleetRow({ name: `c${at}`, createdAt: "2026-11-20T00:00:00Z", ...(forecast && { forecast }) });
});
const input = {
  ...{ rows, profiles: [], layers: [...defaultLayers, "rotation"] as const, unused: false, now: fixtureNow },
  range: { from: fixtureNow - dayMs, to: fixtureNow + 400 * dayMs },
};

test("what happens on one day is one entry where there are many, known by what happens and not by its words", async () => {
  const { entries } = runYieldingTask(feedEntriesTask(input));
  expect(entries.length).toBeLessThan(20);
  expect(entries.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "day.2026-12-04.forced.minor.1.34.1",
      expect.stringMatching(/^day\.2027-01-03\.forced\.dead-end\./),
      expect.stringMatching(/^day\.2027-02-18\.rotation\.rotation-due\.certificateAuthorities\+/),
    ]),
  );
  const german = await runInLanguage("de", async () => runYieldingTask(feedEntriesTask(input)).entries);
  expect(german.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  expect(german.map(({ summary }) => summary)).not.toEqual(entries.map(({ summary }) => summary));
});

test.each([1, 240])("replicas that compute a forecast at different moments tell the same: %d clusters", (count) => {
  const entriesOf = (computedAt: number) => {
    const step = sampleForcedStep(0, {
      earliestAt: computedAt,
      latestAt: computedAt + dayMs,
      endsAt: fixtureNow - 2 * dayMs,
    });
    const stuck = sampleDeadEnd(0, { fromAt: computedAt, byAt: computedAt + dayMs });
    const forecast = sampleRowForecast({ computedAt, forced: [step], deadEnds: [stuck] });
    const window = { begin: "110000+0000", end: "130000+0000" };
    const open = Array.from({ length: count }, (_, at) => sampleFleetRow({ name: `c${at}`, window, forecast }));
    return runYieldingTask(feedEntriesTask({ ...input, rows: open })).entries;
  };
  const [first, second] = [fixtureNow, fixtureNow + 1_234].map(entriesOf);
  expect(first?.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
});

test("what maintenance and rotations did is an entry at its time, unless its begin was not seen or it is too old", () => {
  const summaryOf = (at: number, more: Partial<ClusterSummary["summary"]> = {}): ClusterSummary => ({
    key: `maintenance ${at}`,
    at,
    cluster: { uid: "u1", project: "pay", name: "ledger" },
    summary: {
      cause: { kind: "maintenance" },
      changes: [{ kind: "version", from: "1.33.4", to: "1.34.1", forced: true }],
      pools: [],
      outcome: { kind: "done" },
      failures: [],
      tasks: [],
      begunAt: formatInstant(at - 30 * 60_000),
      endedAt: formatInstant(at),
      ...more,
    },
  });
  const hourAgo = fixtureNow - 3_600_000;
  const summaries = [
    summaryOf(hourAgo),
    summaryOf(hourAgo + 1_000, { firstSeenAt: formatInstant(hourAgo) }),
    summaryOf(fixtureNow - 3 * dayMs),
    summaryOf(hourAgo + 2_000, { cause: { kind: "rotation" } }),
  ];
  const entriesOf = (layers: (typeof input.layers)[number][]) =>
    runYieldingTask(feedEntriesTask({ ...input, rows: [], layers, summaries })).entries;
  expect(entriesOf(["forced"])).toEqual([
    {
      id: `did.u1.maintenance ${hourAgo}`,
      startAt: hourAgo - 30 * 60_000,
      endAt: hourAgo,
      summary: "pay/ledger: Maintenance done",
      description: expect.stringContaining("Kubernetes: 1.33.4 to 1.34.1, forced.\n"),
      path: "/clusters/pay/ledger/activity",
    },
  ]);
  expect(entriesOf(["rotation"])).toMatchObject([{ summary: "pay/ledger: Rotation step done" }]);
  expect(entriesOf(["k8s"])).toEqual([]);
});

test.each([1, 240])(
  "the description names the clusters that are not ready, the summary stays: %d clusters",
  (count) => {
    const step = sampleForcedStep(10);
    const readiness = { result: "not-ready" };
    const entriesWith = (of: readonly number[]) =>
      runYieldingTask(
        feedEntriesTask({
          ...input,
          rows: Array.from({ length: count }, (_, at) =>
            sampleFleetRow({
              name: `c${at}`,
              forecast: sampleRowForecast({ forced: [step] }),
              ...(of.includes(at) && { readiness }),
            }),
          ),
        }),
      ).entries.filter(({ summary }) => summary.includes("1.34.1"));
    const [plain, said] = [entriesWith([]), entriesWith([0])];
    expect(plain.map(({ description }) => description).join()).not.toContain("not ready");
    expect(said.map(({ description }) => description).join()).toContain("pay/c0 (not ready)");
    expect(said.map(({ id, summary }) => [id, summary])).toEqual(plain.map(({ id, summary }) => [id, summary]));
  },
);
