import ICAL from "ical.js";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { GET as getFeed } from "#app/api/feeds/[feed]/route.ts";
import { type CreateFeedResponse, calendarFeedsSchema, createFeedResponseSchema } from "#lib/contract/feeds.ts";
import type { CloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import { cloudProfiles, configMaps, projects, shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { type Browser, signInAs } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { pageRequest, problemIn } from "#server/testing/route-test-bed.ts";

const env = { PUBLIC_ORIGIN: "https://almanac.example.com" };
const demo = startDemoTestBed({ env, isLimited: true, people: ["owner-commerce"] });
let ravi: Browser;
beforeAll(() => {
  ravi = demo.as("owner-commerce");
});

/** Fetches a feed as a calendar program does: without cookie, Accept and Origin headers. */
function fetchFeed(token: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = new Request(`https://almanac.example.com/api/feeds/${token}.ics`, { headers });
  return getFeed(request, { params: Promise.resolve({ feed: `${token}.ics` }) });
}

async function made(browser: Browser, body: object): Promise<CreateFeedResponse> {
  const response = await browser.makeFeed(body);
  expect(response.status).toBe(201);
  return createFeedResponseSchema.parse(await response.json());
}

interface ReadEvent {
  readonly uid: string;
  readonly summary: string;
  readonly sequence: number;
  readonly status: string;
}

/** Parses a calendar with an independent parser. */
function eventsIn(text: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((event) => ({
    uid: String(event.getFirstPropertyValue("uid")),
    summary: String(event.getFirstPropertyValue("summary")),
    sequence: Number(event.getFirstPropertyValue("sequence")),
    status: String(event.getFirstPropertyValue("status")),
  }));
}

const everything = { name: "Überblick: März, Größe; 日本", query: "?layer=k8s,image,forced&unused=1", alarms: true };

describe("a feed", () => {
  test("has the dates of the unused projects that its owner sees, until the project is used again", async () => {
    const { token } = await made(ravi, { name: "Projects", query: "?layer=project", alarms: false });
    const summaries = async () => eventsIn(await (await fetchFeed(token)).text()).map(({ summary }) => summary);
    expect(await summaries()).toEqual([
      "pilots: Gardener regards the project as unused",
      "pilots: If it stays unused, Gardener deletes the project",
    ]);
    const target = { resource: projects, name: "pilots", subresource: "status" } as const;
    demo.embedded.api.patch(target, { status: { staleSinceTimestamp: null, staleAutoDeleteTimestamp: null } });
    const isUsed = () => demo.app.directory.all().every(({ status }) => !status?.staleSinceTimestamp);
    await vi.waitUntil(isUsed, eventuallyTimeoutMs);
    const left = eventsIn(await (await fetchFeed(token)).text());
    expect(left.map(({ status }) => status)).toEqual(["CANCELLED"]);
    const other = await made(ravi, { name: "Shop", query: "?layer=project&project=shop", alarms: false });
    expect(eventsIn(await (await fetchFeed(other.token)).text())).toEqual([]);
  });

  test("is made, listed without its token, fetched by the address alone, and noted as fetched", async () => {
    const { feed, token } = await made(ravi, everything);
    const response = await fetchFeed(token);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("x-almanac-encoding")).toBeNull();
    const events = eventsIn(await response.text());
    expect(events.length).toBeGreaterThan(10);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    const listed = await (await ravi.feeds()).text();
    expect(listed).not.toContain(token.split(".")[1]);
    const shown = calendarFeedsSchema.parse(JSON.parse(listed)).feeds.find(({ id }) => id === feed.id);
    expect(shown?.lastFetchedAt).toBeDefined();
  });

  test("keeps nothing of the secret in the garden but its hash", async () => {
    const { feed, token } = await made(ravi, everything);
    const kept = demo.embedded.api.get({ resource: configMaps, namespace: "almanac", name: `almanac-feed-${feed.id}` });
    expect(JSON.stringify(kept)).toContain("secretHash");
    expect(JSON.stringify(kept)).not.toContain(token.split(".")[1]);
  });

  test("is folded at 75 octets between characters, ends lines with CRLF and is under a megabyte", async () => {
    const { token } = await made(ravi, everything);
    const bytes = Buffer.from(await (await fetchFeed(token)).arrayBuffer());
    expect(bytes.byteLength).toBeLessThan(1_000_000);
    const text = bytes.toString("utf8");
    expect(text).toContain("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n");
    for (const line of text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\n");
      expect(line).not.toContain("\uFFFD");
    }
  });

  test("is the same to the byte when nothing has changed, and then answers 304", async () => {
    const { token } = await made(ravi, everything);
    const first = await fetchFeed(token);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(await (await fetchFeed(token)).text()).toBe(await first.text());
    expect((await fetchFeed(token, { "if-none-match": etag })).status).toBe(304);
    const modified = first.headers.get("last-modified") ?? "";
    expect((await fetchFeed(token, { "if-modified-since": modified })).status).toBe(304);
  });

  test("raises SEQUENCE and keeps the UID when a date moves, and cancels what is gone", async () => {
    const { token } = await made(ravi, { ...everything, query: "?layer=k8s&unused=1" });
    const before = eventsIn(await (await fetchFeed(token)).text());
    const name = "gcp";
    const target = { resource: cloudProfiles, name };
    const versions = demo.embedded.api.get<CloudProfile>(target)?.spec.kubernetes?.versions ?? [];
    const [moved, removed] = versions.filter(({ expirationDate }) => Date.parse(expirationDate ?? "") > demo.app.now());
    if (moved === undefined || removed === undefined) throw new Error("the demo has two versions with a date ahead");
    const kubernetes = {
      versions: versions
        .map((one) => (one === moved ? { ...one, expirationDate: "2027-03-04T05:06:07Z" } : one))
        .map((one) => (one === removed ? { ...one, expirationDate: null } : one)),
    };
    const uidOf = (version: string) => `k8s-expiry.${name}.${version}@almanac.example.com`;
    const find = (events: readonly ReadEvent[], version: string) => events.find(({ uid }) => uid === uidOf(version));
    const sequence = find(before, moved.version)?.sequence ?? Number.NaN;
    const revision = demo.app.fleet.profilesRevision();
    demo.embedded.api.patch(target, { spec: { kubernetes } });
    await expect.poll(() => demo.app.fleet.profilesRevision(), { timeout: 10_000 }).not.toBe(revision);
    const after = eventsIn(await (await fetchFeed(token)).text());
    expect(find(after, moved.version)?.sequence).toBe(sequence + 1);
    expect(find(after, removed.version)).toMatchObject({ status: "CANCELLED", sequence: 1 });
    const unchanged = before.filter(({ uid }) => uid !== uidOf(moved.version) && uid !== uidOf(removed.version));
    expect(after).toEqual(expect.arrayContaining([...unchanged]));
  });

  test("shows what its maker may see and nothing else", async () => {
    const { token } = await made(ravi, { ...everything, query: "?layer=forced,rotation,window" });
    const text = (await (await fetchFeed(token)).text()).replaceAll("\r\n ", "");
    const all = demo.embedded.api.list<Project>({ resource: projects });
    const others = all.filter(({ metadata }) => !["payments", "shop"].includes(metadata.name));
    expect(text).toContain("payments/");
    for (const { metadata, spec } of others) {
      for (const shoot of demo.embedded.api.list({ resource: shoots, namespace: spec.namespace ?? "" })) {
        expect(text).not.toContain(`${metadata.name}/${shoot.metadata.name}`);
      }
    }
  });

  test("answers 404 once it is revoked, and to a wrong secret, without any data", async () => {
    const { feed, token } = await made(ravi, everything);
    const wrong = `${feed.id}.${"A".repeat(43)}`;
    expect(await problemIn(await fetchFeed(wrong))).toMatchObject({ status: 404 });
    expect((await ravi.revokeFeed(feed.id)).status).toBe(204);
    const problem = await problemIn(await fetchFeed(token));
    expect(problem).toMatchObject({ status: 404, reason: "not-found" });
    expect(JSON.stringify(problem)).not.toContain("payments");
  });

  test("answers 404 when its maker may see nothing any more", async () => {
    const lena = await signInAs("owner-data");
    const { token } = await made(lena, everything);
    expect((await fetchFeed(token)).status).toBe(200);
    const hers = demo.embedded.api
      .list<Project>({ resource: projects })
      .filter(({ metadata }) => ["analytics", "ml", "logistics"].includes(metadata.name));
    const nobody = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "nobody@example.com" };
    for (const { metadata } of hers) {
      demo.embedded.api.patch({ resource: projects, name: metadata.name }, { spec: { owner: nobody, members: [] } });
    }
    await expect.poll(async () => (await fetchFeed(token)).status, { timeout: 20_000, interval: 2_100 }).toBe(404);
    lena.close();
  });

  test("can be revoked by its whole address, which then is in no log", async () => {
    const { token } = await made(ravi, everything);
    expect((await ravi.revokeFeed(`${token}.ics`)).status).toBe(204);
    expect((await fetchFeed(token)).status).toBe(404);
    expect(demo.log.join("\n")).not.toContain(token.split(".")[1]);
  });

  test("is fetched again and again only as often as anybody needs", async () => {
    const { token } = await made(ravi, { ...everything, query: "?layer=k8s" });
    let { status } = await fetchFeed(token);
    expect(status).toBe(200);
    // A slow machine is given some fetches back meanwhile.
    while (status === 200) ({ status } = await fetchFeed(token));
    expect(status).toBe(429);
  });

  test("can be revoked by its maker only", async () => {
    const { feed, token } = await made(ravi, everything);
    const other = await signInAs("viewer");
    expect((await other.revokeFeed(feed.id)).status).toBe(404);
    expect(calendarFeedsSchema.parse(await (await other.feeds()).json()).feeds).toEqual([]);
    expect((await fetchFeed(token)).status).toBe(200);
    other.close();
  });

  test.each([
    ["no name", { name: " " }],
    ["a query that is none", { query: "k8s=1" }],
    ["a line end in the query", { query: "?q=a\r\nX-EVIL:1" }],
    ["an unknown field", { owner: "somebody" }],
  ])("is refused with %s", async (_what, wrong) => {
    expect((await ravi.makeFeed({ ...everything, ...wrong })).status).toBe(400);
  });

  test("cannot smuggle a property into the file through its name", async () => {
    const { token } = await made(ravi, { ...everything, name: "a\r\nX-EVIL:1\nb" });
    const text = await (await fetchFeed(token)).text();
    expect(text.split("\r\n").filter((line) => line.startsWith("X-EVIL"))).toEqual([]);
    expect(() => ICAL.parse(text)).not.toThrow();
  });
});

describe("the calendar as a file", () => {
  test("is offered for saving, with what the caller may see of the view", async () => {
    const response = await ravi.calendar("?layer=forced&project=payments");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="almanac.ics"');
    const summaries = eventsIn(await response.text()).map(({ summary }) => summary);
    expect(summaries.length).toBeGreaterThan(0);
    expect(summaries.every((summary) => summary.startsWith("payments/"))).toBe(true);
  });

  test("asks for a session", async () => {
    const { GET } = await import("#app/api/calendar/route.ts");
    expect((await GET(pageRequest("/api/calendar"))).status).toBe(401);
  });
});
