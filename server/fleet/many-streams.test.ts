import { constants, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { UserScope } from "#server/access/user-scope.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import { StreamReader } from "#server/testing/stream-reader.ts";
import { userScopeOf, createStreamTestBed as world } from "./stream-test-bed.fixture.ts";

const quiet = () => ({ signal: new AbortController().signal, isPacked: false });

describe("S22, S26: many and slow readers", () => {
  test("the eleventh stream of one user is refused, another user's is not", async () => {
    const { streams, session, follow } = world();
    for (let count = 0; count < 10; count += 1) await follow();
    await expect(follow()).rejects.toMatchObject({ reason: "too-many-requests" });
    await follow(session({ user: { name: "bob", groups: [] } }));
    expect(streams.size).toBe(11);
  });

  test("F18: while there is no room no stream is opened, and those that are open go on", async () => {
    const { put, clock, follow, fillHeap } = world();
    const reader = await follow();
    fillHeap();
    await expect(follow()).rejects.toMatchObject({ reason: "not-ready" });
    put("a", "ns1");
    await clock.advance(250);
    expect(reader.screen).toEqual(["a@1"]);
  });

  test("of 224 streams that one user opens at once ten are opened", async () => {
    const { streams, answerScope, follow } = world();
    const asked = Promise.withResolvers<UserScope>();
    answerScope(() => asked.promise);
    const opening = Array.from({ length: 224 }, () => follow());
    const outcomes = Promise.allSettled(opening);
    asked.resolve(userScopeOf("ns1"));
    expect((await outcomes).filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(streams.size).toBe(10);
  });

  test("a place is given back by whoever leaves, is refused, or has left before the stream was there", async () => {
    const { streams, session, clock, answerScope, follow } = world();
    const leaving = new AbortController();
    for (let count = 0; count < 10; count += 1) await follow(session(), leaving.signal);
    leaving.abort();
    answerScope(() => Promise.reject(new GardenError({ reason: "unreachable", message: "away" })));
    for (let count = 0; count < 20; count += 1) await expect(follow()).rejects.toThrow("away");
    answerScope(async () => userScopeOf("ns1"));
    for (let count = 0; count < 20; count += 1) await follow(session(), AbortSignal.abort());
    for (let count = 0; count < 20; count += 1) await streams.open(session(), null, quiet());
    await clock.settle();
    expect(streams.size).toBe(0);
    for (let count = 0; count < 10; count += 1) await follow();
    expect(streams.size).toBe(10);
  });

  test("F22: a thousand that come after a restart are told to come back spread over some seconds", async () => {
    const { streams, session, clock, setRandom } = world();
    const waits: number[] = [];
    for (let count = 0; count < 1_000; count += 1) {
      setRandom((count * 0.618) % 1);
      const user = { name: `user-${count}`, groups: [] };
      const reader = new StreamReader(await streams.open(session({ user }), "before.5.ns1", quiet()));
      await reader.until(({ ended }) => ended);
      const last = reader.frames.at(-1);
      if (last?.type === "resync") waits.push(last.afterMs);
    }
    expect(waits).toHaveLength(1_000);
    expect(waits[0]).toBe(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
    const perSecond = Map.groupBy(waits, (ms) => Math.floor(ms / 1_000));
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(400);
    await clock.advance(21_000);
    const late = new StreamReader(await streams.open(session(), null, quiet()));
    await late.until(({ ended }) => ended);
    expect(late.frames.at(-1)).toEqual({ type: "resync", afterMs: 0 });
  });

  test("the rights of those that open together are asked for over a whole round, not all at once", async () => {
    const { session, clock, setRandom, answerScope, follow } = world();
    const askedInS: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      setRandom((count * 0.618) % 1);
      await follow(session({ user: { name: `user-${count}`, groups: [] } }));
    }
    answerScope(async () => {
      askedInS.push(Math.floor(clock.monotonicMs() / 1_000));
      return userScopeOf("ns1");
    });
    await clock.advance(60_000);
    expect(askedInS.length).toBeGreaterThanOrEqual(200);
    const perSecond = Map.groupBy(askedInS, (second) => second);
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(15);
  });

  test("a reader that takes nothing is written nothing, and closed after half a minute", async () => {
    const { streams, session, put, clock } = world();
    for (let count = 0; count < 2_000; count += 1) put(`u${count}`, "ns1");
    const response = await streams.open(session(), "e1.0.ns1", quiet());
    expect(response.body?.locked).toBe(false);
    await clock.advance(29_000);
    expect(streams.size).toBe(1);
    await clock.advance(2_000);
    expect(streams.size).toBe(0);
  });

  test("a drain says goodbye to all, takes no one new, and stops the tick", async () => {
    const { streams, session, clock, follow } = world();
    const readers = [1, 2, 3].map(() => follow());
    const open = await Promise.all(readers);
    streams.drain();
    await clock.settle();
    expect(open.map(({ ended, types }) => [ended, types.at(-1)])).toEqual(open.map(() => [true, "bye"]));
    await expect(streams.open(session(), null, quiet())).rejects.toMatchObject({ reason: "not-ready" });
    expect(clock.pendingTimers).toBe(0);
  });

  test("those of a process that leaves go one after the other, each told everything and where it stands", async () => {
    const { streams, put, session, clock, follow, here } = world();
    const users = Array.from({ length: 200 }, (_, index) => session({ user: { name: `user-${index}`, groups: [] } }));
    const readers = await Promise.all(users.map((user) => follow(user)));
    const left = () => readers.filter(({ ended }) => ended).length;
    await clock.advance(1_000);
    streams.leave(5_000);
    const gone: number[] = [];
    for (let quarter = 0; quarter < 10; quarter += 1) {
      put("a", "ns1", String(quarter));
      const before = left();
      await clock.advance(250);
      gone.push(left() - before);
    }
    expect(Math.max(...gone)).toBeLessThanOrEqual(40);
    expect(gone.slice(8)).toEqual([0, 0]);
    expect(streams.size).toBe(0);
    const byes = readers.map(({ frames }) => frames.at(-1));
    expect(byes.every((bye) => bye?.type === "bye" && bye.retryMs <= 250)).toBe(true);
    const last = readers.at(-1);
    expect([last?.screen, last?.cursor]).toEqual([["a@7"], "e1.8.ns1"]);
    expect(here()).toBe("e1.10.ns1");
  });

  test("whoever a balancer still sends to a process that leaves is served until its drain", async () => {
    const { streams, put, clock, follow } = world();
    await follow();
    streams.leave(5_000);
    await clock.advance(500);
    expect(streams.size).toBe(0);
    const back = await follow();
    put("a", "ns1");
    await clock.advance(4_000);
    expect([back.ended, back.screen]).toEqual([false, ["a@1"]]);
    put("a", "ns1", "2");
    streams.drain();
    await clock.settle();
    expect([back.ended, back.screen, back.types.at(-1), back.cursor]).toEqual([true, ["a@2"], "bye", "e1.2.ns1"]);
  });

  test.each([
    { count: 100, withinMs: 3_000 },
    { count: 1_000, withinMs: 10_000 },
  ])(
    "of $count that a drain sends to a fresh process the last is told to be there within $withinMs ms",
    async ({ count, withinMs }) => {
      const [old, fresh] = [world(), world()];
      const users = Array.from({ length: count }, (_, index) => ({ user: { name: `user-${index}`, groups: [] } }));
      const leaving = await Promise.all(users.map((user) => old.follow(old.session(user))));
      old.setRandom(1);
      old.streams.drain();
      await old.clock.settle();
      fresh.setRandom(1);
      const waits: number[] = [];
      for (const [index, user] of users.entries()) {
        const coming = new StreamReader(await fresh.streams.open(fresh.session(user), "before.5.ns1", quiet()));
        await coming.until(({ ended }) => ended);
        const [bye, resync] = [leaving[index]?.frames.at(-1), coming.frames.at(-1)];
        // A page waits up to 50 percent longer than the server tells it.
        if (bye?.type === "bye" && resync?.type === "resync") waits.push(bye.retryMs * 1.5 + resync.afterMs);
      }
      expect(waits).toHaveLength(count);
      expect(Math.max(...waits)).toBeLessThan(withinMs);
    },
  );
});

describe("one encoding for all", () => {
  test("whoever takes gzip is sent the frames that were packed once, and reads what the others read", async () => {
    const { streams, session, put, clock, here } = world();
    const packed = await streams.open(session(), here(), { ...quiet(), isPacked: true });
    const plain = await streams.open(session(), here(), quiet());
    expect(packed.headers.get("x-almanac-body-encoding")).toBe("gzip");
    expect(plain.headers.get("x-almanac-body-encoding")).toBeNull();
    for (let count = 0; count < 20; count += 1) put(`u${count}`, "ns1");
    await clock.advance(250);
    streams.drain();
    const [bytes, text] = [Buffer.from(await packed.arrayBuffer()), await plain.text()];
    expect(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()).toBe(text);
    expect(text).toContain('"type":"change"');
    expect(bytes.byteLength).toBeLessThan(text.length / 4);
  });
});

describe("the pace", () => {
  test("a change of a quiet fleet is told at once, and what follows gathers a little while", async () => {
    const { put, clock, follow } = world();
    const reader = await follow();
    await clock.advance(1_000);
    const changesWithin = async (ms: number) => {
      const before = reader.types.length;
      for (let passed = 0; passed < ms; passed += 10) {
        put("a", "ns1", String(clock.monotonicMs()));
        await clock.advance(10);
      }
      return reader.types.slice(before).filter((type) => type === "change").length;
    };
    expect(await changesWithin(50)).toBe(1);
    expect(await changesWithin(80)).toBe(0);
    expect(await changesWithin(1_000)).toBe(8);
  });

  test("rows that one change makes anew are told as one, unless that takes long", async () => {
    const { put, clock, follow, setIdle } = world();
    const reader = await follow();
    const changes = () => reader.types.filter((type) => type === "change").length;
    for (const [making, told] of [
      [100, 1],
      [1_000, 7],
    ] as const) {
      await clock.advance(1_000);
      const before = changes();
      setIdle(false);
      for (let passed = 0; passed < making; passed += 10) {
        put("a", "ns1", String(clock.monotonicMs()));
        await clock.advance(10);
      }
      expect(changes() - before).toBe(told - 1);
      setIdle(true);
      await clock.advance(150);
      expect(changes() - before).toBe(told);
    }
  });

  test("the first change after a quiet time waits for nothing, however many listen", async () => {
    const { session, put, clock, follow } = world();
    const readers = await Promise.all(
      Array.from({ length: 2_000 }, (_, index) => follow(session({ user: { name: `user-${index}`, groups: [] } }))),
    );
    await clock.advance(1_100);
    put("a", "ns1");
    await clock.advance(30);
    expect(readers.every(({ types }) => types.at(-1) === "change")).toBe(true);
  });

  test("of thousands each hears a little less often", async () => {
    const { session, put, clock, follow } = world();
    const readers = await Promise.all(
      Array.from({ length: 2_000 }, (_, index) => follow(session({ user: { name: `user-${index}`, groups: [] } }))),
    );
    await clock.advance(1_000);
    for (let passed = 0; passed < 2_000; passed += 50) {
      put("a", "ns1", String(clock.monotonicMs()));
      await clock.advance(50);
    }
    const changes = readers.map(({ types }) => types.filter((type) => type === "change").length);
    expect(Math.max(...changes)).toBeLessThanOrEqual(4);
    expect(Math.min(...changes)).toBeGreaterThanOrEqual(3);
  });
});
