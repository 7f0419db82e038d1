import { describe, expect, test } from "vitest";
import { forecastReportSchema } from "#lib/contract/forecast.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import type { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import { forecastCsv } from "./serve-forecast.ts";

const demo = startDemoTestBed({ people: ["operator", "owner-commerce"] });

const read = (browser: Browser, query = "") => browser.forecasts(query);
const report = async (browser: Browser, query = "") =>
  forecastReportSchema.parse(await (await read(browser, query)).json());

describe("GET /api/forecast", () => {
  test("has every step of every cluster, the first forced one as the row tells it", async () => {
    const { clusters } = await report(demo.as("operator"));
    expect(clusters).toHaveLength(demo.embedded.api.list<Shoot>({ resource: shoots }).length);
    const rows = new Map(demo.app.fleet.store.rows({ all: true, namespaces: new Set() }).map((row) => [row.uid, row]));
    let steps = 0;
    for (const { uid, lanes, without } of clusters) {
      const told = rows.get(uid)?.forecast;
      expect(told?.without).toBe(without);
      const hops = lanes.flatMap((lane) => lane.hops);
      steps += hops.length;
      for (const step of told?.forced ?? []) expect(hops).toContainEqual(step);
      expect(hops.filter(({ kind }) => kind === "forced").length >= (told?.forced.length ?? 0)).toBe(true);
    }
    expect(steps).toBeGreaterThan(50);
  });

  test("is the same when it is asked again, without being worked out again", async () => {
    const first = await report(demo.as("operator"));
    const second = await report(demo.as("operator"));
    expect(second.clusters).toEqual(first.clusters);
  });

  test("has only the clusters that the query selects, and says which query that was", async () => {
    const { clusters, query } = await report(demo.as("operator"), "?deadend=1&project=analytics");
    expect(query).toBe("?deadend=1&project=analytics");
    expect(clusters.length).toBeGreaterThan(0);
    for (const { project, lanes, refusals } of clusters) {
      expect(project).toBe("analytics");
      expect(lanes.flatMap(({ deadEnds }) => deadEnds).length + refusals.length).toBeGreaterThan(0);
    }
  });

  test("has only clusters of projects that the user may see", async () => {
    const projects = new Set((await report(demo.as("owner-commerce"))).clusters.map(({ project }) => project));
    const all = new Set((await report(demo.as("operator"))).clusters.map(({ project }) => project));
    expect(projects.size).toBeGreaterThan(0);
    expect(projects.size).toBeLessThan(all.size);
  });

  test("is a table on request, a line for each step and dead end, with instants as ISO texts", async () => {
    const response = await read(demo.as("operator"), "?format=csv&download=1&deadend=1");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="forecast.csv"');
    const [head, ...lines] = (await response.text()).trimEnd().split("\r\n");
    expect(head).toMatch(/^project,cluster,lane,event,hop,kind,/);
    expect(lines.some((line) => line.includes(",dead end,"))).toBe(true);
    expect(lines.some((line) => /,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,/.test(line))).toBe(true);
  });

  test("says of a cluster whose last maintenance failed when and why, in JSON and in the table", async () => {
    const query = "?q=port-bremen";
    const [cluster] = (await report(demo.as("operator"), query)).clusters;
    expect(cluster?.failedMaintenance).toEqual({
      at: expect.any(Number),
      reason: expect.stringContaining("failed to update machine image"),
    });
    const table = await (await read(demo.as("operator"), `${query}&format=csv`)).text();
    expect(table).toMatch(/^project,.*,maintenanceFailed,maintenanceFailedAt,maintenanceFailure\r\n/);
    expect(table).toMatch(/,yes,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,"Worker pool ""cranes"": failed to update/);
    const [other] = (await report(demo.as("operator"), "?q=hall-control")).clusters;
    expect(other).toBeDefined();
    expect(other).not.toHaveProperty("failedMaintenance");
  });

  test("is the same in every language, for programs read it", async () => {
    const asked = ["?project=analytics", "?project=analytics&format=csv"];
    const textsOf = () => Promise.all(asked.map(async (query) => (await read(demo.as("operator"), query)).text()));
    const [english, german] = [await textsOf(), await runInLanguage("de", textsOf)];
    const timeless = (texts: readonly string[]) =>
      texts.map((text) => text.replace(/"(generated|horizon)At":[^,]+/g, ""));
    expect(timeless(german)).toEqual(timeless(english));
  });

  test("tells the end that a release will move from a gap that somebody has to close, over the whole demo fleet", async () => {
    const profiles = new Map(
      demo.embedded.api.list<CloudProfile>({ resource: cloudProfiles }).map((one) => [one.metadata.name, one]),
    );
    const minorOf = (version: string) => Number(version.split(".")[1]);
    const seen = new Map<string, number>();
    for (const { lanes, refusals } of (await report(demo.as("operator"))).clusters) {
      for (const { because } of refusals) expect(because).toBe("blocked");
      const ends = lanes.filter(({ lane }) => lane === "controlPlane").flatMap(({ deadEnds }) => deadEnds);
      for (const { because, version, profile, urgency, fromAt } of ends) {
        const listed = profiles.get(profile ?? "")?.spec.kubernetes?.versions ?? [];
        const later = listed.filter(
          (one) => minorOf(one.version) > minorOf(version) && one.classification !== "preview",
        );
        expect({ version, because }).toEqual({ version, because: later.length === 0 ? "no-later-version" : "gap" });
        const days = (fromAt - Date.now()) / dayMs;
        if (urgency === "open") expect(days).toBeGreaterThan(179);
        if (days > 91 && because === "no-later-version") expect(["ahead", "open"]).toContain(urgency);
        seen.set(because, (seen.get(because) ?? 0) + 1);
      }
    }
    expect(seen.get("no-later-version")).toBeGreaterThan(0);
    expect(seen.get("gap")).toBeGreaterThan(0);
  });

  test("refuses a format that there is not", async () => {
    expect(await problemIn(await read(demo.as("operator"), "?format=exe"))).toMatchObject({ status: 400 });
  });
});

test("what a spreadsheet would take for a formula is marked as text, and what divides fields is quoted", async () => {
  const names = ["=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", '\tx"y,z', "plain"];
  const clusters = names.map((name, index) => ({
    uid: String(index),
    project: name,
    name,
    computedAt: 0,
    lanes: [],
    refusals: [],
  }));
  const text = await forecastCsv(
    clusters.map((cluster) => JSON.stringify(cluster)),
    "",
  );
  const [, ...lines] = text.trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual([
    "'=cmd|'/c calc'!A1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    `"'\tx""y`,
    "plain",
  ]);
  expect(await forecastCsv([], "")).toMatch(/^project,cluster,/);
});

test("a moved expiry is on every open stream within two seconds: the rows it concerns, then the word to ask anew", async () => {
  const profile = demo.embedded.api.get<CloudProfile>({ resource: cloudProfiles, name: "gcp" });
  if (profile === undefined) throw new Error("the demo has no gcp");
  const reader = await demo.as("operator").stream();
  const concerned = new Set<string>();
  const versions = (profile.spec.kubernetes?.versions ?? []).map((entry) =>
    entry.expirationDate ? { ...entry, expirationDate: later(entry.expirationDate) } : entry,
  );
  const begin = performance.now();
  demo.embedded.api.update(
    { resource: cloudProfiles, name: "gcp" },
    { ...profile, spec: { ...profile.spec, kubernetes: { versions } } },
  );
  await reader.until(({ types }) => types.includes("profiles"));
  expect(performance.now() - begin).toBeLessThan(2_000);
  for (const frame of reader.frames) {
    if (frame.type !== "change") continue;
    for (const { set, uid } of frame.updates) if (set.forecast?.changed !== undefined) concerned.add(uid);
  }
  expect(concerned.size).toBeGreaterThan(0);
  for (const { forecast, profile: followed } of reader.rows.values()) {
    if (forecast?.changed !== undefined) expect(followed?.name).not.toBe("aws");
  }
});

function later(date: string): string {
  return new Date(Date.parse(date) + 30 * dayMs).toISOString();
}
