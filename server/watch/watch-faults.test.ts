import { describe, expect, test } from "vitest";
import {
  addedEvent,
  bookmark,
  createWatchEvent,
  deletedEvent,
  initialEventsEnd,
  modifiedEvent,
  shootObject,
} from "./testing/events.ts";
import {
  createGardenError,
  createListPage,
  prepareListingWatchRun,
  prepareRun,
  startSyncedWatchRun,
  startWatchRun,
} from "./testing/watch-run.ts";

const unnamed = {
  apiVersion: "core.gardener.cloud/v1beta1",
  kind: "Shoot",
  metadata: { uid: "x", resourceVersion: "9" },
};
const withoutUid = { ...unnamed, metadata: { name: "x", resourceVersion: "9" } };
const withoutVersion = { ...unnamed, metadata: { name: "x", uid: "x" } };
const table = { apiVersion: "meta.k8s.io/v1", kind: "Table", metadata: { name: "x", uid: "x", resourceVersion: "9" } };

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let at = 0; at < depth; at += 1) value = { value };
  return value;
}

describe("lines that cannot be read", () => {
  test.each<[string, string, string]>([
    ["broken JSON", '{"type":"ADDED","object":', "unreadable"],
    ["a page of HTML", "<html>garden</html>", "unreadable"],
    [
      "an event of a type that is not known",
      JSON.stringify(createWatchEvent("SNAPSHOT", shootObject("x", 9))),
      "unreadable",
    ],
    ["an event without an object", '{"type":"ADDED"}', "incomplete"],
    ["an object without metadata", JSON.stringify(createWatchEvent("ADDED", { kind: "Shoot" })), "incomplete"],
    ["an object without a name", JSON.stringify(createWatchEvent("ADDED", unnamed)), "incomplete"],
    ["an object without a uid", JSON.stringify(createWatchEvent("ADDED", withoutUid)), "incomplete"],
    ["an object without a version", JSON.stringify(createWatchEvent("ADDED", withoutVersion)), "incomplete"],
    [
      "an object with a version that is no number",
      JSON.stringify(createWatchEvent("ADDED", shootObject("x", "09"))),
      "incomplete",
    ],
    [
      "an object of another kind",
      JSON.stringify(createWatchEvent("ADDED", { ...shootObject("x", 9), kind: "Seed" })),
      "wrong-kind",
    ],
    ["a Table", JSON.stringify(createWatchEvent("ADDED", table)), "wrong-kind"],
    ["a bookmark without a version", JSON.stringify(createWatchEvent("BOOKMARK", {})), "unreadable"],
  ])("%s is skipped and counted; what follows is taken", async (_, line, expected) => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().sendBytes(`${line}\n`);
    run.stream().send(modifiedEvent("a", 10));
    await run.clock.settle();
    expect(run.reflector.counters.malformed).toEqual({ [expected]: 1 });
    expect(run.held()).toEqual(["a@10"]);
    expect(run.mirror.state).toBe("live");
  });

  test("the second of a watch ends it: everything is read again", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().sendBytes("one\n");
    run.stream().sendBytes("two\n");
    await run.clock.advance(800);
    expect(run.mirror.staleness?.reason).toBe("corrupt");
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: "5" });
  });

  test("even one is mended when the watch ends: its event is lost, so everything is read again", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    await run.clock.advance(2_000);
    run.stream().sendBytes("one\n");
    run.stream().send(bookmark(9));
    await run.clock.settle();
    run.stream().end();
    await run.clock.advance(800);
    run.stream().send(addedEvent("b", 7), initialEventsEnd(10));
    await run.clock.settle();
    expect(run.held()).toEqual(["b@7"]);
    await run.clock.advance(1_000);
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: false, resourceVersion: "10" });
  });

  test("an object that every list would bring again keeps no list from completing", async () => {
    const run = await startWatchRun(prepareRun());
    run
      .stream()
      .send(
        createWatchEvent("ADDED", withoutUid),
        createWatchEvent("ADDED", withoutVersion),
        addedEvent("a", 1),
        initialEventsEnd(5),
      );
    await run.clock.settle();
    expect(run.held()).toEqual(["a@1"]);
    const paged = prepareListingWatchRun();
    paged.transport.answerLists(() => createListPage(5, [null, 7, withoutUid, table, shootObject("a", 1)]));
    await startWatchRun(paged);
    expect(paged.held()).toEqual(["a@1"]);
    expect(paged.reflector.counters.malformed).toEqual({ incomplete: 3, "wrong-kind": 1 });
  });

  test("an initial stream of Tables empties nothing", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().send(createWatchEvent("ERROR", {}));
    await run.clock.advance(800);
    run.stream().send(createWatchEvent("ADDED", table), createWatchEvent("ADDED", table), initialEventsEnd(9));
    await run.clock.settle();
    expect(run.held()).toEqual(["a@1"]);
  });

  test("S25: an object larger than 1.5 MiB is dropped, and the watch goes on", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    const half = " ".repeat(1024 * 1024);
    for (const part of ['{"type":"ADDED","object":"', half, half, half, half, half, '"}\n'])
      run.stream().sendBytes(part);
    run.stream().sendBytes(`${half}${half}\n${JSON.stringify(modifiedEvent("a", 9))}\n`);
    await run.clock.settle();
    expect(run.reflector.counters.malformed).toEqual({ "too-large": 2 });
    expect(run.held()).toEqual(["a@9"]);
    expect(run.transport.watches).toHaveLength(1);
  });

  test("F10: of an object nested deeper than any of Kubernetes only a placeholder is held, even 100,000 deep", async () => {
    const run = await startSyncedWatchRun(5);
    run.stream().send(createWatchEvent("ADDED", { ...shootObject("x", 6), spec: nested(200) }));
    const deep = `${'{"v":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const { metadata } = shootObject("y", 7);
    run
      .stream()
      .sendBytes(
        `{"type":"ADDED","object":{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":${JSON.stringify(metadata)},"spec":${deep}}}\n`,
      );
    run.stream().send(addedEvent("a", 8));
    await run.clock.settle();
    expect(run.held()).toEqual(["a@8", "x@6", "y@7"]);
    expect(run.mirror.get("y")).toMatchObject({ metadata, spec: {} });
    expect(run.reflector.counters.malformed).toEqual({ "too-large": 2 });
  });

  test("a list without a version is no list", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(() => createListPage(undefined, [shootObject("a", 1)]));
    await startWatchRun(run);
    expect(run.mirror.state).toBe("empty");
    expect(run.mirror.staleness?.reason).toBe("bad-answer");
  });

  test("lines may be cut anywhere, in the middle of a character too", async () => {
    const run = await startSyncedWatchRun(5);
    const [body] = [
      Buffer.from(`${JSON.stringify(addedEvent("a", 6, "größe"))}\n\n${JSON.stringify(addedEvent("b", 7))}\n`),
    ];
    for (const byte of body) run.stream().sendBytes(Uint8Array.of(byte));
    await run.clock.settle();
    expect(run.mirror.get("a")?.metadata.name).toBe("größe");
    expect(run.held()).toEqual(["a@6", "b@7"]);
  });
});

describe("silence", () => {
  test("a quiet watch is ended by the garden after 20 s, which says that it lives: no fault, and the next begins", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    await run.clock.advance(24_000);
    expect(run.stream().options).toMatchObject({ timeoutSeconds: 20, sendInitialEvents: false });
    await run.clock.advance(20_000);
    run.stream().send(bookmark(6));
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches).toHaveLength(3);
    expect(run.stream().options).toMatchObject({ timeoutSeconds: 20, resourceVersion: "6" });
    expect(run.story()).toEqual(["+a@1", "live"]);
    expect(run.reflector.counters.ends).toEqual({ silent: 1, closed: 1 });
  });

  test("a quiet collection costs at most three requests a minute", async () => {
    const run = await startSyncedWatchRun(5);
    await run.clock.advance(24_000);
    for (let request = 0; request < 15; request += 1) {
      await run.clock.advance(1_000 * (run.stream().options.timeoutSeconds ?? 0));
      run.stream().end();
      await run.clock.settle();
    }
    expect(run.clock.monotonicMs()).toBeGreaterThanOrEqual(24_000 + 5 * 60_000);
    expect(run.story()).toEqual(["live"]);
  });

  test("a garden that does not end a watch in time is asked for another; the data is not called stale", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    await run.clock.advance(10 * 24_000 + 1_000);
    expect(run.transport.watches).toHaveLength(11);
    expect(run.stream().options).toMatchObject({ sendInitialEvents: false, resourceVersion: "5" });
    expect(run.story()).toEqual(["+a@1", "live"]);
  });

  test.each([0, 0.999])(
    "F11: a watch that was cut off without a word is said within 36 seconds (chance %d)",
    async (chance) => {
      const run = await startWatchRun(prepareRun(() => chance));
      run.stream().send(addedEvent("a", 1), initialEventsEnd(5));
      await run.clock.settle();
      run.transport.ignoreWatches();
      await run.clock.advance(24_000);
      expect(run.mirror.state).toBe("live");
      await run.clock.advance(12_000);
      expect(run.heard.at(-1)).toEqual({ kind: "stale", reason: "silent", since: "2026-11-21T10:00:00.000Z" });
      expect(run.held()).toEqual(["a@1"]);
    },
  );

  test("a garden that holds back its headers until something happens is live when it ends the watch", async () => {
    const run = await startSyncedWatchRun(5);
    const headers = run.transport.holdBackNextWatch();
    await run.clock.advance(44_000 - 1);
    expect(run.transport.watches).toHaveLength(2);
    expect(run.mirror.state).toBe("stale");
    headers.release();
    await run.clock.settle();
    run.stream().end();
    await run.clock.settle();
    expect(run.mirror.state).toBe("live");
    expect(run.transport.watches).toHaveLength(3);
  });
});

describe("staleness", () => {
  test("it is dated by the first fault of an outage and explained by the newest", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.transport.refuseWatches(createGardenError("unavailable"));
    await run.clock.advance(10_000);
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(800);
    expect(run.mirror.staleness).toEqual({ kind: "stale", since: "2026-11-21T10:00:10.000Z", reason: "unavailable" });
  });

  test("a watch that is open again is live with a bookmark, or after a second without an error", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(800);
    expect(run.mirror.state).toBe("stale");
    await run.clock.advance(1_000);
    expect(run.mirror.state).toBe("live");
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(1_600);
    run.stream().send(deletedEvent("a", 6), bookmark(7));
    await run.clock.settle();
    expect(run.mirror.state).toBe("live");
    expect(run.story().slice(2)).toEqual(["stale unreachable", "live", "stale unreachable", "-a", "live"]);
  });

  test("a watch that is open again is live when the events that were missed come to a break, or after five seconds", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(1_600);
    const send = async (from: number, to: number) => {
      for (let version = from; version < to; version += 1) {
        run.stream().send(modifiedEvent("a", version));
        await run.clock.advance(250);
      }
    };
    await send(6, 11);
    expect(run.mirror.state).toBe("stale");
    await run.clock.advance(300);
    expect(run.mirror.state).toBe("live");
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(1_600);
    await send(11, 31);
    expect(run.mirror.state).toBe("live");
  });

  test("a garden that was never heard leaves the mirror empty and says why", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(createGardenError("unreachable"));
    await startWatchRun(run);
    expect(run.mirror.state).toBe("empty");
    expect(run.mirror.staleness?.reason).toBe("unreachable");
    await run.clock.advance(800);
    run.stream().send(initialEventsEnd(5));
    await run.clock.settle();
    expect(run.story()).toEqual(["stale unreachable", "live"]);
  });
});
