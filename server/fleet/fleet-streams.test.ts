import { describe, expect, test } from "vitest";
import { GardenError } from "#server/garden/garden-error.ts";
import { StreamReader } from "#server/testing/stream-reader.ts";
import { userScopeOf, createStreamTestBed as world } from "./stream-test-bed.fixture.ts";

const quiet = () => ({ signal: new AbortController().signal, isPacked: false });

describe("a stream", () => {
  test("begins with hello and where things stand", async () => {
    const { streams, session, clock, here } = world();
    const response = await streams.open(session(), here(), quiet());
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = new StreamReader(response);
    await clock.settle();
    expect(reader.types).toEqual(["hello", "scope", "freshness"]);
  });

  test("says which build answers, and nothing where nobody knows", async () => {
    const { streams, session, clock, here } = world();
    const named = new StreamReader(await streams.open(session(), here(), { ...quiet(), build: "a1b2" }));
    const nameless = new StreamReader(await streams.open(session(), here(), quiet()));
    await clock.settle();
    expect(named.frames[0]).toMatchObject({ type: "hello", build: "a1b2" });
    expect(nameless.frames[0]).not.toHaveProperty("build");
  });

  test("tells what changed within a tick as one frame, and nothing of other namespaces", async () => {
    const { put, clock, store, follow } = world();
    put("a", "ns1");
    const reader = await follow();
    put("a", "ns1", "2");
    put("a", "ns1", "3");
    put("x", "ns2");
    store.remove("x");
    put("b", "ns1");
    await clock.advance(250);
    expect(reader.types).toEqual(["hello", "scope", "freshness", "change"]);
    expect(reader.screen).toEqual(["a@3", "b@1"]);
    put("y", "ns2");
    await clock.advance(250);
    expect(reader.types).toEqual(["hello", "scope", "freshness", "change"]);
  });

  test("goes on from Last-Event-ID with the difference only", async () => {
    const { streams, session, put, clock, store, here } = world();
    put("a", "ns1");
    put("b", "ns1");
    const cursor = here();
    store.remove("a");
    put("c", "ns1");
    const reader = new StreamReader(await streams.open(session(), cursor, quiet()));
    await clock.settle();
    expect(reader.types).toEqual(["hello", "scope", "freshness", "change"]);
    expect(reader.frames.at(-1)).toMatchObject({ removes: ["a"], upserts: [{ uid: "c" }] });
    expect(reader.ids).toEqual([here()]);
  });

  test.each([null, "other.1.ns1", "e1.999.ns1", "e1.0.ns2", "\u0000", "x".repeat(10_000)])(
    "from the cursor %j asks to read everything anew, and ends",
    async (cursor) => {
      const { streams, session, put, clock } = world();
      put("a", "ns1");
      const reader = new StreamReader(await streams.open(session(), cursor, quiet()));
      await clock.settle();
      expect(reader.frames.slice(1)).toEqual([{ type: "resync", afterMs: 0 }]);
      expect([reader.ended, streams.size]).toEqual([true, 0]);
    },
  );

  test("that lacks thousands of changes is not sent them one by one", async () => {
    const { streams, session, put, clock, here } = world();
    const cursor = here();
    for (let version = 0; version <= 5_000; version += 1) put("a", "ns1", String(version));
    const reader = new StreamReader(await streams.open(session(), cursor, quiet()));
    await clock.settle();
    expect(reader.types).toEqual(["hello", "resync"]);
  });

  test("says once that a profile has changed, after the rows that show what comes of it", async () => {
    const { put, clock, setProfiles, follow } = world();
    const reader = await follow();
    put("a", "ns1");
    setProfiles("e1.1");
    await clock.advance(1_000);
    expect(reader.types).toEqual(["hello", "scope", "freshness", "change", "profiles"]);
    expect(reader.frames[0]).toMatchObject({ profiles: "e1.0" });
    expect(reader.frames.at(-1)).toEqual({ type: "profiles", revision: "e1.1" });
  });

  test("says when the garden is lost and found, once each", async () => {
    const { clock, setFreshness, follow } = world();
    const reader = await follow();
    setFreshness({ state: "stale", since: "2026-11-21T10:00:00Z", reason: "unreachable" });
    await clock.advance(1_000);
    setFreshness({ state: "live", asOf: "2026-11-21T10:01:00Z" });
    await clock.advance(1_000);
    setFreshness({ state: "live", asOf: "2026-11-21T10:02:00Z" });
    await clock.advance(1_000);
    expect(reader.types).toEqual(["hello", "scope", "freshness", "freshness", "freshness"]);
  });

  test("beats when nothing else is said", async () => {
    const { clock, follow } = world();
    const reader = await follow();
    await clock.advance(46_000);
    expect(reader.comments.filter((comment) => comment === ": beat")).toHaveLength(3);
  });

  test("ends after a quarter of an hour or more, and says when to come back", async () => {
    const { streams, clock, follow } = world();
    const reader = await follow();
    await clock.advance(15 * 60_000 + 1_000);
    expect(reader.types.at(-1)).toBe("bye");
    expect(reader.ended).toBe(true);
    expect(streams.size).toBe(0);
  });

  test("is forgotten when the browser goes away, and the tick stops with the last one", async () => {
    const { streams, session, clock, follow } = world();
    const controller = new AbortController();
    await follow(session(), controller.signal);
    await clock.settle();
    controller.abort();
    await clock.advance(1_000);
    expect(streams.size).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("a browser that has read the fleet elsewhere, at a server that still reads", () => {
  const loading = { state: "loading" } as const;
  const parts = [{ part: "CloudProfiles", since: "2026-11-21T10:00:00Z", reason: "forbidden" }];
  const come = async (sees = ["ns1"]) => {
    const all = world();
    all.setFreshness(loading);
    all.answerScope(async () => userScopeOf(...sees));
    const reader = new StreamReader(await all.streams.open(all.session(), "other.1.ns1", quiet()));
    await all.clock.settle();
    return { ...all, reader };
  };

  test("keeps its rows and is told since when, hears of no rows and no scope, and then reads everything in one step", async () => {
    const { reader, put, clock, setFreshness, setProfiles, streams } = await come();
    const keptSince = reader.frames[0]?.type === "hello" ? reader.frames[0].serverTime : "";
    expect(reader.frames.slice(1)).toEqual([{ type: "freshness", freshness: { ...loading, keptSince } }]);
    put("a", "ns1");
    setProfiles("e1.1");
    await clock.advance(5 * 60_000);
    expect(streams.lagSeconds).toBe(0);
    setFreshness({ ...loading, parts });
    await clock.advance(1_000);
    expect(reader.frames.slice(2)).toEqual([{ type: "freshness", freshness: { ...loading, parts, keptSince } }]);
    setFreshness({ state: "live", asOf: "2026-11-21T10:01:00.000Z" });
    await clock.advance(1_000);
    expect(reader.types.slice(3)).toEqual(["resync"]);
    expect([reader.ended, reader.ids, streams.size]).toEqual([true, [], 0]);
  });

  test("loses them at once with the right to see them", async () => {
    const { reader, clock, answerScope, streams } = await come();
    answerScope(async () => userScopeOf());
    streams.recheck(({ namespaces }) => namespaces.has("ns1"));
    await clock.advance(1_000);
    expect([reader.types.slice(2), reader.ended]).toEqual([["resync"], true]);
  });

  test("keeps them for less than a minute where nobody knows whether they are the user's", async () => {
    const { reader, clock } = await come([]);
    await clock.advance(44_000);
    expect(reader.ended).toBe(false);
    await clock.advance(2_000);
    expect([reader.types.slice(2), reader.ended]).toEqual([["resync"], true]);
  });

  test("keeps them longer once they are known to be", async () => {
    const { reader, clock, answerScope, streams } = await come([]);
    answerScope(async () => userScopeOf("ns1"));
    streams.recheck(() => true);
    await clock.advance(60_000);
    expect(reader.ended).toBe(false);
  });

  test("is not taken for one that was told all when the server leaves before", async () => {
    const { reader, streams, clock } = await come();
    streams.drain();
    await clock.settle();
    expect([reader.types.at(-1), reader.ids]).toEqual(["bye", []]);
  });

  test("hears that its token is refused", async () => {
    const { reader, clock, answerScope } = await come();
    answerScope(() => Promise.reject(new GardenError({ reason: "unauthorized", message: "no" })));
    await clock.advance(61_000);
    expect([reader.types.at(-1), reader.ended]).toEqual(["reauth", true]);
  });
});

describe("S13: access that ends, ends on open streams too", () => {
  test("a removed member loses the rows within a tick and hears of them no more", async () => {
    const { streams, put, clock, answerScope, follow } = world();
    put("a", "ns1");
    const reader = await follow();
    answerScope(async () => userScopeOf());
    streams.recheck(({ namespaces }) => namespaces.has("ns1"));
    await clock.advance(500);
    expect(reader.types.slice(3)).toEqual(["scope", "change"]);
    expect(reader.screen).toEqual([]);
    put("a", "ns1", "2");
    await clock.advance(1_000);
    expect(reader.screen).toEqual([]);
  });

  test("a right that RBAC takes is noticed within a minute without any event", async () => {
    const { put, clock, answerScope, follow } = world();
    put("a", "ns1");
    const reader = await follow();
    answerScope(async () => userScopeOf());
    await clock.advance(55_000);
    expect(reader.screen).toEqual([]);
  });

  test("a new project comes without a reload", async () => {
    const { put, clock, answerScope, follow } = world();
    put("a", "ns1");
    put("b", "ns2");
    const reader = await follow();
    answerScope(async () => userScopeOf("ns1", "ns2"));
    await clock.advance(61_000);
    expect(reader.screen).toEqual(["a@1", "b@1"]);
  });

  test("a token that the garden refuses ends the stream", async () => {
    const { clock, answerScope, follow } = world();
    const reader = await follow();
    answerScope(() => Promise.reject(new GardenError({ reason: "unauthorized", message: "no" })));
    await clock.advance(61_000);
    expect(reader.types.at(-1)).toBe("reauth");
    expect(reader.ended).toBe(true);
  });

  test("while nobody can say what the user may see, rows stand still after five minutes and go on later", async () => {
    const { put, clock, answerScope, follow } = world();
    put("a", "ns1");
    const reader = await follow();
    answerScope(() => Promise.reject(new GardenError({ reason: "unreachable", message: "away" })));
    await clock.advance(6 * 60_000);
    put("a", "ns1", "2");
    await clock.advance(1_000);
    expect(reader.screen).toEqual(["a@1"]);
    answerScope(async () => userScopeOf("ns1"));
    await clock.advance(20_000);
    expect(reader.screen).toEqual(["a@2"]);
  });

  const away = () => Promise.reject(new GardenError({ reason: "unreachable", message: "away" }));
  const since = "2026-11-21T10:00:00Z";
  const live = { state: "live", asOf: "2026-11-21T10:20:00Z" } as const;
  const freshnessOf = (reader: StreamReader) =>
    reader.frames.flatMap((frame) => (frame.type === "freshness" ? frame.freshness.state : []));

  test.each([40, 305, 600])(
    "F2: after the garden was away for %d s live is said after the rows that are, and both within ten seconds",
    async (lastS) => {
      const { put, clock, answerScope, setFreshness, setRandom, follow } = world();
      setRandom(0.9);
      put("a", "ns1");
      const reader = await follow();
      answerScope(away);
      setFreshness({ state: "stale", since, reason: "unreachable" });
      await clock.advance(lastS * 1000);
      answerScope(async () => userScopeOf("ns1"));
      setFreshness(live);
      put("a", "ns1", "2");
      const showsWhatWasLive: boolean[] = [];
      for (let ms = 0; ms < 10_000; ms += 250) {
        await clock.advance(250);
        if (freshnessOf(reader).at(-1) === "live") showsWhatWasLive.push(reader.screen.join() === "a@2");
      }
      expect(showsWhatWasLive.length).toBeGreaterThan(0);
      expect(showsWhatWasLive).not.toContain(false);
    },
  );

  test("F2: where the garden is heard again and says nothing of rights, rows are not live and say since when", async () => {
    const { clock, answerScope, setFreshness, follow } = world();
    const reader = await follow();
    answerScope(away);
    setFreshness({ state: "stale", since, reason: "unreachable" });
    await clock.advance(305_000);
    setFreshness(live);
    await clock.advance(60_000);
    expect(freshnessOf(reader)).toEqual(["live", "stale", "stale"]);
    expect(reader.frames.at(-1)).toMatchObject({ freshness: { since, reason: "rights-unasked" } });
  });

  test("F2: a question that hangs since the outage keeps nobody from asking again on return", async () => {
    const { put, clock, answerScope, setFreshness, follow } = world();
    put("a", "ns1");
    const reader = await follow();
    answerScope(() => new Promise(() => undefined));
    setFreshness({ state: "stale", since, reason: "unreachable" });
    await clock.advance(305_000);
    answerScope(async () => userScopeOf("ns1"));
    setFreshness(live);
    put("a", "ns1", "2");
    await clock.advance(4_000);
    expect([freshnessOf(reader).at(-1), reader.screen]).toEqual(["live", ["a@2"]]);
  });

  test("the session's end is announced a minute ahead and closes the stream within five seconds", async () => {
    const { session, clock, follow } = world();
    const reader = await follow(session({ expiresAt: clock.wallMs() + 120_000 }));
    await clock.advance(61_000);
    expect(reader.types.at(-1)).toBe("reauth");
    expect(reader.ended).toBe(false);
    await clock.advance(60_000);
    expect(reader.ended).toBe(true);
  });

  test("signing out ends the session's own streams only", async () => {
    const { streams, session, clock, follow } = world();
    const mine = await follow();
    const other = await follow(session({ id: "s2" }));
    streams.endSessions(({ id }) => id === "s1");
    await clock.settle();
    expect([mine.ended, other.ended]).toEqual([true, false]);
  });
});
