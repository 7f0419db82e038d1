import { expect, test } from "vitest";
import { GET as getFeed } from "#app/api/feeds/[feed]/route.ts";
import { GET as getFigures } from "#app/api/figures/route.ts";
import { actPreviewSchema } from "#lib/contract/act.ts";
import { clusterDetailSchema } from "#lib/contract/cluster.ts";
import { createFeedResponseSchema } from "#lib/contract/feeds.ts";
import { forecastReportSchema } from "#lib/contract/forecast.ts";
import { gardenCountsSchema } from "#lib/contract/garden-counts.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { configMaps } from "#lib/kube/resource.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest } from "#server/testing/route-test-bed.ts";

const release = "v1.153.1";
const demo = startDemoTestBed({
  people: ["operator"],
  plant: ({ api }) =>
    api.patch(
      { resource: configMaps, namespace: "gardener-system-public", name: "gardener-info" },
      { data: { gardenerAPIServer: `version: ${release}\n` } },
    ),
});

const sentence = /This garden runs Gardener v1\.153\.1\. Almanac knows the rules up to 1\.\d+ and follows those/;
const timesIn = (text: string) => text.match(new RegExp(sentence, "g"))?.length ?? 0;
const unfolded = (calendar: string) => calendar.replaceAll("\r\n ", "");

test("of a garden that is newer than the rules, the session tells every screen so", async () => {
  const session = sessionSchema.parse(await (await demo.as("operator").session()).json());
  expect(session).toMatchObject({ gardener: release, olderRules: expect.stringMatching(sentence) });
});

test("the page of all gardens tells it once beside its figures", async () => {
  const answer = await getFigures(pageRequest("/api/figures", { cookie: demo.as("operator").cookie }));
  expect(gardenCountsSchema.parse(await answer.json()).caveats).toEqual([expect.stringMatching(sentence)]);
});

test("forecasts that are taken along tell it once: JSON in the document, both in a header, and no cluster for itself", async () => {
  const answer = await demo.as("operator").forecasts();
  const text = await answer.text();
  expect(forecastReportSchema.parse(JSON.parse(text)).caveats).toEqual([expect.stringMatching(sentence)]);
  expect(timesIn(text)).toBe(1);
  const table = await demo.as("operator").forecasts("?format=csv");
  expect(table.headers.get("x-almanac-caveats")).toMatch(sentence);
});

test("calendars and feeds tell it once, in their description", async () => {
  const calendar = unfolded(await (await demo.as("operator").calendar("")).text());
  expect(calendar).toMatch(new RegExp(`X-WR-CALDESC:[^\r]*${sentence.source}`));
  const made = await demo.as("operator").makeFeed({ name: "All", query: "", alarms: false });
  const file = `${createFeedResponseSchema.parse(await made.json()).token}.ics`;
  const feed = await getFeed(pageRequest(`/api/feeds/${file}`), { params: Promise.resolve({ feed: file }) });
  expect(unfolded(await feed.text())).toMatch(new RegExp(`X-WR-CALDESC:[^\r]*${sentence.source}`));
});

test("a cluster's page gets the release, and a preview says that it follows older rules", async () => {
  const operator = demo.as("operator");
  const [row] = demo.app.fleet.store.rows({ all: true, namespaces: new Set() });
  const { project, name } = row ?? { project: "", name: "" };
  const { view } = clusterDetailSchema.parse(await (await operator.cluster(project, name)).json());
  expect(view.release).toBe(release);
  const act = { kind: "operation", id: "reconcile", when: "now" };
  const { checks } = actPreviewSchema.parse(await (await operator.preview(project, name, act)).json());
  expect(checks.find(({ id }) => id === "rules")).toMatchObject({ sentence: expect.stringMatching(sentence) });
});
