import { describe, expect, test } from "vitest";
import {
  addedEvent,
  createWatchEvent,
  deletedEvent,
  errorEvent,
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

describe("stopping", () => {
  test("a reflector that is stopped after its start leaves its watch and waits for nothing", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.reflector.stop();
    await run.reflector.done;
    await run.clock.settle();
    expect(run.stream().isLeft).toBe(true);
    expect(run.clock.pendingTimers).toBe(0);
    expect(run.held()).toEqual(["a@1"]);
  });

  test("a stop during the list starts no watch, even if the list is answered later", async () => {
    const run = prepareListingWatchRun();
    const answer = Promise.withResolvers<ReturnType<typeof createListPage>>();
    run.transport.answerLists(() => answer.promise);
    await startWatchRun(run);
    const before = run.transport.watches.length;
    run.reflector.stop();
    answer.resolve(createListPage(5, [shootObject("a", 1)]));
    await run.reflector.done;
    await run.clock.advance(60_000);
    expect(run.transport.watches).toHaveLength(before);
    expect(run.mirror.state).toBe("empty");
  });

  test("a stop during a backoff starts nothing", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(createGardenError("unreachable"));
    await startWatchRun(run);
    run.reflector.stop();
    await run.reflector.done;
    await run.clock.advance(60_000);
    expect(run.transport.watches).toHaveLength(1);
    expect(run.clock.pendingTimers).toBe(0);
  });

  test("a stop wins over a transport that does not notice it", async () => {
    const run = prepareRun();
    run.transport.ignoreWatches();
    await startWatchRun(run);
    run.reflector.stop();
    await run.reflector.done;
  });

  test("an event that comes after the stop changes nothing", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    const stream = run.stream();
    run.reflector.stop();
    stream.send(modifiedEvent("a", 6));
    await run.reflector.done;
    await run.clock.settle();
    expect(run.held()).toEqual(["a@1"]);
  });
});

describe("the end of a watch", () => {
  test("an error closes the watch", async () => {
    const run = await startSyncedWatchRun(5);
    const stream = run.stream();
    stream.send(errorEvent(500, "InternalError"), addedEvent("late", 9));
    await run.clock.settle();
    expect(stream.isLeft).toBe(true);
    expect(run.held()).toEqual([]);
  });

  test("a stream that is closed before anything came is followed by a wait and a new list", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().end();
    await run.clock.advance(1_000);
    run.stream().end();
    await run.clock.settle();
    expect(run.mirror.staleness?.reason).toBe("closed-at-once");
    const before = run.transport.watches.length;
    await run.clock.advance(1_599);
    expect(run.transport.watches).toHaveLength(before);
    await run.clock.advance(1);
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: "5" });
    expect(run.held()).toEqual(["a@1"]);
  });

  test("a stream that is closed after a while is taken up where it ended, at once and without a word", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    await run.clock.advance(1_000);
    run.stream().send(modifiedEvent("a", 6));
    await run.clock.settle();
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: false, resourceVersion: "6" });
    expect(run.mirror.state).toBe("live");
    expect(run.story()).toEqual(["+a@1", "live", "+a@6"]);
  });

  test("a stream that is closed after the stop is not taken up", async () => {
    const run = await startSyncedWatchRun(5);
    const stream = run.stream();
    run.reflector.stop();
    stream.end();
    await run.reflector.done;
    expect(run.transport.watches).toHaveLength(1);
  });

  test("a line that is cut off is not read; the watch resumes before it", async () => {
    const run = await startSyncedWatchRun(5);
    run.stream().send(addedEvent("a", 6));
    run.stream().sendBytes('{"type":"ADDED","object":{"kind":"Sho');
    await run.clock.settle();
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: false, resourceVersion: "6" });
    expect(run.reflector.counters.malformed).toEqual({});
  });
});

describe("list and watch", () => {
  test("without errors: one list, one watch from its version, objects as they come", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(() => createListPage(5, [shootObject("a", 1), shootObject("b", 2)]));
    await startWatchRun(run);
    run.stream().send(addedEvent("c", 6), modifiedEvent("a", 7), deletedEvent("b", 8));
    await run.clock.settle();
    expect(run.held()).toEqual(["a@7", "c@6"]);
    expect(run.story()).toEqual(["+a@1 +b@2", "live", "+c@6 +a@7 -b"]);
    expect(run.stream().options).toMatchObject({ resourceVersion: "5", sendInitialEvents: false });
  });

  test("with errors: it lists until the list is answered, and keeps what it has through every fault", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(createGardenError("internal"), createGardenError("unavailable"), () =>
      createListPage(5, [shootObject("a", 1)]),
    );
    await startWatchRun(run);
    expect(run.mirror.staleness?.reason).toBe("internal");
    await run.clock.advance(800 + 1_600);
    expect(run.mirror.state).toBe("live");
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.settle();
    expect(run.mirror.state).toBe("stale");
    expect(run.held()).toEqual(["a@1"]);
    expect(run.story()).toEqual(["stale internal", "stale unavailable", "+a@1", "live", "stale unreachable"]);
  });

  test("what a re-list does not hold any more is published as removed, with what is new, in one difference", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1], ["b", 2]);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    run.stream().send(addedEvent("b", 2), addedEvent("c", 7), initialEventsEnd(8));
    await run.clock.settle();
    expect(run.story().slice(2)).toEqual(["stale expired", "+c@7 -a", "live"]);
  });

  test("an object that was deleted and created again under its name is another object", async () => {
    const run = await startSyncedWatchRun(5, ["old", 1]);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    run.stream().send(addedEvent("new", 7, "old"), initialEventsEnd(8));
    await run.clock.settle();
    expect(run.story().slice(3)).toEqual(["+new@7 -old", "live"]);
    expect(run.mirror.byName("garden-a", "old")?.metadata.uid).toBe("new");
  });

  test("what is read again for the same reason changes nothing that did not change", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    const held = run.mirror.get("a");
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    run.stream().send(addedEvent("a", 1), initialEventsEnd(8));
    await run.clock.settle();
    expect(run.mirror.get("a")).toBe(held);
    expect(run.story().slice(2)).toEqual(["stale expired", "live"]);
  });
});

describe("what is asked", () => {
  test.each([
    [0, 300],
    [0.5, 450],
    [0.999_999, 599],
  ])("a watch is to last from five to ten minutes (chance %d: %d s), with bookmarks", async (chance, seconds) => {
    const run = await startWatchRun(prepareRun(() => chance));
    expect(run.stream().options).toMatchObject({ timeoutSeconds: seconds, allowWatchBookmarks: true });
  });

  test("objects are pruned before they are held", async () => {
    const run = await startSyncedWatchRun(5);
    const { metadata, ...rest } = shootObject("a", 6);
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "{}", keep: "me" };
    run
      .stream()
      .send(createWatchEvent("ADDED", { ...rest, metadata: { ...metadata, annotations, managedFields: [{}] } }));
    await run.clock.settle();
    expect(run.mirror.get("a")?.metadata).toEqual({ ...metadata, annotations: { keep: "me" } });
  });
});
