import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { GET as announcements } from "#app/api/announcements/route.ts";
import { GET as getFeed } from "#app/api/feeds/[feed]/route.ts";
import { POST as preview } from "#app/api/profiles/[name]/preview/route.ts";
import { GET as versions } from "#app/api/versions/route.ts";
import { POST as whatIf } from "#app/api/versions/whatif/route.ts";
import { GET as readyz } from "#app/readyz/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { createFeedResponseSchema } from "#lib/contract/feeds.ts";
import { fleetCollectionNames } from "#lib/contract/fleet.ts";
import { forecastReportSchema } from "#lib/contract/forecast.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, shoots } from "#lib/kube/resource.ts";
import { casesToTry } from "#lib/testing/case-count.fixture.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { runInLanguage } from "#server/language/run-in-language.ts";
import { signInAs } from "#server/testing/browser.ts";
import { connectEmbeddedGarden, startTestGarden } from "#server/testing/embedded-garden.ts";
import {
  type CollectionFault,
  collectionFaults,
  type FaultyTransport,
  faultyTransport,
} from "#server/testing/faulty-transport.ts";
import { pageRequest, problemIn, type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { type ServerClock, systemClock } from "#server/watch/clock.ts";

/** Waits for a tenth of the real time, because only the behaviour after a wait is tested. */
const hurried: ServerClock = {
  ...systemClock,
  startTimer: (ms, callback) => systemClock.startTimer(ms / 10, callback),
};

interface Feed {
  readonly id: string;
  readonly token: string;
}

const everything = { all: true, namespaces: new Set<string>() };

let embedded: EmbeddedGarden;
let world: RouteTestBed | undefined;
let garden: FaultyTransport;
let feed: Feed;
/** Content of the feed, and its stored data, without an outage. */
let goodEvents: readonly string[];

async function start(plural?: string, fault?: CollectionFault): Promise<RouteTestBed> {
  const found = connectEmbeddedGarden(embedded, (transport) => {
    garden = faultyTransport(transport);
    return garden;
  });
  if (plural !== undefined && fault !== undefined) garden.break(plural, fault);
  world = await startRouteTestBed({ found, clock: hurried });
  return world;
}

const fetchFeed = ({ token } = feed) =>
  getFeed(new Request(`http://127.0.0.1:3000/api/feeds/${token}.ics`), {
    params: Promise.resolve({ feed: `${token}.ics` }),
  });

const linesOf = (calendar: string, name: string) =>
  calendar
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => line.startsWith(`${name}:`));

/** The data about the feed stored in the garden: who published which event, and how often. */
const kept = ({ id } = feed) =>
  embedded.api.get<{ metadata: { name: string; resourceVersion?: string }; data: { feed: string } }>({
    resource: configMaps,
    namespace: "almanac",
    name: `almanac-feed-${id}`,
  });
const eventsKept = (of = feed) => {
  const { published = {} } = z.object({ published: publishedSchema }).parse(JSON.parse(kept(of)?.data.feed ?? ""));
  return Object.entries(published)
    .map(([id, { cancelledAt }]) => `${id} ${cancelledAt === undefined}`)
    .sort();
};
const publishedSchema = z.record(z.string(), z.object({ cancelledAt: z.number().optional() }));

async function stopWorld(): Promise<void> {
  garden.mend();
  await world?.stop();
  world = undefined;
}

async function newFeed(identity: string): Promise<Feed> {
  const person = await signInAs(identity);
  const body = { name: "All", query: "?layer=k8s,image,forced,rotation,window&unused=1", alarms: false };
  const created = createFeedResponseSchema.parse(await (await person.makeFeed(body)).json());
  person.close();
  return { id: created.feed.id, token: created.token };
}

/** An announcement that concerns who has a cluster on a Seed. */
function announceForSeed(): void {
  const place = { kind: "seed", name: "nowhere" };
  const entry = { id: "a1", name: "Maintenance", importance: "info", place, by: "o", at: "2026-01-01T00:00:00Z" };
  const { apiVersion, kind } = { apiVersion: "v1", kind: "ConfigMap" };
  const metadata = { name: "almanac-announcements", namespace: "almanac" };
  const target = { resource: configMaps, ...metadata };
  const data = { announcements: JSON.stringify({ version: 1, announcements: [entry] }) };
  embedded.api.create(target, { apiVersion, kind, metadata, data });
}

beforeAll(async () => {
  embedded = (await startTestGarden()).embedded;
  announceForSeed();
  const { app } = await start();
  await eventually(() => expect(app.isReady()).toBe(true));
  feed = await newFeed("owner-data");
  goodEvents = linesOf(await (await fetchFeed()).text(), "UID").sort();
  await stopWorld();
});
afterEach(stopWorld);
afterAll(() => embedded.stop());

const isReadyNow = async () => (await readyz(pageRequest("/readyz"))).status === 200;

/** All responses that depend on the cluster data, for one user. */
async function answers(): Promise<readonly (readonly [string, Response])[]> {
  const lena = await signInAs("owner-data");
  const change = JSON.stringify({ uid: "u", resourceVersion: "1", spec: {} });
  const tried = JSON.stringify({ profile: "gcp", spec: {} });
  const { cookie } = lena;
  const asked: readonly [string, Promise<Response>][] = [
    ["the calendar", lena.calendar("?layer=k8s,forced")],
    ["the forecast", lena.forecasts()],
    ["the table of forecasts", lena.forecasts("?format=csv")],
    ["the announcements", announcements(pageRequest("/api/announcements", { cookie }))],
    ["the versions", versions(pageRequest("/api/versions", { cookie }))],
    ["a what-if", whatIf(pageRequest("/api/versions/whatif", { method: "POST", cookie, body: tried }))],
    [
      "a preview",
      preview(pageRequest("/api/profiles/gcp/preview", { method: "POST", cookie, body: change }), {
        params: Promise.resolve({ name: "gcp" }),
      }),
    ],
  ];
  const got = await Promise.all(asked.map(async ([what, response]) => [what, await response] as const));
  lena.close();
  return got;
}

const plurals = fleetCollectionNames.map((part) => [part, part.toLowerCase()] as const);
/** A collection that was read and is empty counts as known, and users need no access to RoleBindings or Seeds. */
const isServed = (part: string, fault: CollectionFault) =>
  fault === "empty" || (["RoleBindings", "Seeds"].includes(part) && fault === "forbidden");

const unread = plurals.flatMap(([part, plural]) =>
  collectionFaults.flatMap((fault) => (isServed(part, fault) ? [] : [{ part, plural, fault }])),
);
const served = plurals.flatMap(([part, plural]) =>
  collectionFaults.flatMap((fault) => (isServed(part, fault) ? [{ part, plural, fault }] : [])),
);
const answerWords: Readonly<Record<string, string>> = {
  error: ": the garden answers with an internal error",
  forbidden: ": the garden answers 403 Forbidden",
  hanging: "(: the garden does not answer in time)?",
};

async function expectGoodDay({ app }: RouteTestBed): Promise<void> {
  garden.mend();
  await eventually(() => expect(app.fleet.notLive()).toEqual([]));
  await eventually(async () => expect(await isReadyNow()).toBe(true));
  await eventually(() => expect(app.fleet.store.size).toBe(embedded.api.list({ resource: shoots }).length));
  await eventually(async () => {
    const lena = await signInAs("owner-data");
    const { clusters, notLive } = forecastReportSchema.parse(await (await lena.forecasts()).json());
    lena.close();
    expect(notLive).toBeUndefined();
    expect(clusters.length).toBeGreaterThan(0);
  });
  const text = await (await fetchFeed()).text();
  expect(linesOf(text, "UID").sort()).toEqual(goodEvents);
  expect(linesOf(text, "STATUS")).not.toContain("STATUS:CANCELLED");
}

describe("a start while a collection cannot be read", () => {
  test.each(casesToTry(unread, 6))(
    "$part, $fault: 503 with the reason, no event touched, and all is well after it",
    async (broken) => {
      const { part, plural, fault } = broken;
      const before = kept();
      const started = await start(plural, fault);
      const sentence = new RegExp(`^${part} have not been read yet${answerWords[fault] ?? ""}\\.$`);
      // The other collections have been read meanwhile; the failing one has returned errors.
      await eventually(() => expect(() => started.app.fleet.requireRead()).toThrow(sentence));
      expect(await isReadyNow()).toBe(false);
      for (const [what, response] of [...(await answers()), ["the feed", await fetchFeed()] as const]) {
        expect([what, response.headers.get("retry-after")]).toEqual([what, "30"]);
        expect([what, await problemIn(response)]).toMatchObject([
          what,
          { reason: "not-ready", detail: expect.stringMatching(sentence) },
        ]);
      }
      expect(started.app.fleet.freshness().state).toBe("loading");
      expect(started.app.fleet.store.size).toBe(0);
      expect(kept()).toEqual(before);
      await expectGoodDay(started);
    },
  );
});

test("a start while the garden answers no review: RoleBindings are watched all the same", async () => {
  const started = await start("selfsubjectaccessreviews", "error");
  await eventually(() => expect(started.app.sources.roleBindings?.state).toBe("live"));
  await expectGoodDay(started);
});

describe("a start while a collection says less than the truth", () => {
  test.each(casesToTry(served, 4))(
    "$part, $fault: is told as it is, but no event is cancelled",
    async ({ part, plural, fault }) => {
      const before = eventsKept();
      const started = await start(plural, fault);
      await eventually(async () => expect(await isReadyNow()).toBe(true));
      const notLive = fault === "empty" ? [] : [expect.stringContaining(`${part} not live since `)];
      await eventually(() => expect(started.app.fleet.notLive()).toEqual(notLive));
      for (const [what, response] of await answers()) expect([what, response.status]).not.toEqual([what, 503]);
      const answer = await fetchFeed();
      const text = await answer.text();
      expect(text).not.toContain("STATUS:CANCELLED");
      expect(eventsKept()).toEqual(before);
      await expectGoodDay(started);
      expect(eventsKept()).toEqual(before);
    },
  );
});

test("a part that is lost later is named, and what would be cancelled waits until it is back", async () => {
  const { app } = await start();
  await eventually(() => expect(app.isReady()).toBe(true));
  // The affected clusters belong to a user whom no other test uses.
  const own = await newFeed("owner-commerce");
  await fetchFeed(own);
  const before = eventsKept(own);
  garden.break("cloudprofiles", "forbidden");
  await eventually(() =>
    expect(app.fleet.freshness()).toMatchObject({ state: "live", parts: [{ part: "CloudProfiles" }] }),
  );
  expect(await isReadyNow()).toBe(true);
  // The maintenance window of an ignored cluster stays in the calendar until the cluster is no longer ignored.
  const held = before.flatMap((line) => /^window\.(\S+) true$/.exec(line)?.[1] ?? [])[0] ?? "none";
  const shoot = embedded.api.list<Shoot>({ resource: shoots }).find(({ metadata }) => metadata.uid === held);
  const target = { resource: shoots, namespace: shoot?.metadata.namespace ?? "", name: shoot?.metadata.name ?? "" };
  embedded.api.patch(target, { spec: { maintenance: { autoUpdate: { kubernetesVersion: true } } } });
  const row = () => app.fleet.store.rows(everything).find(({ uid }) => uid === held);
  await eventually(() => expect(row()?.autoUpdate.kubernetes).toBe(true));
  const sentence = /^CloudProfiles not live since .+ UTC: versions and forecasts may be old\.$/;
  const during = await (await fetchFeed(own)).text();
  expect(during).not.toContain("STATUS:CANCELLED");
  expect(linesOf(during, "X-WR-CALDESC").join()).toContain("CloudProfiles not live since");
  expect(eventsKept(own)).toEqual(expect.arrayContaining([...before]));
  const ravi = await signInAs("owner-commerce");
  const { notLive = [] } = forecastReportSchema.parse(await (await ravi.forecasts()).json());
  expect(notLive).toEqual([expect.stringMatching(sentence)]);
  // HTTP headers allow fewer characters than German texts contain.
  const table = await runInLanguage("de", () => ravi.forecasts("?format=csv"));
  expect(table.headers.get("x-almanac-not-live")).toMatch(sentence);
  expect((await table.text()).split("\r\n").slice(1, -1)).toSatisfy((lines: readonly string[]) =>
    lines.every((line) => line.includes(notLive[0] ?? "?")),
  );
  ravi.close();

  garden.mend();
  await eventually(() => expect(app.fleet.notLive()).toEqual([]));
  await fetchFeed(own);
  expect(eventsKept(own)).toContain(`window.${held} false`);
});
