import { describe, expect, test } from "vitest";
import {
  addedEvent,
  bookmark,
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

describe("watch-list", () => {
  test("nothing is published before the bookmark that ends the initial events", async () => {
    const run = await startWatchRun(prepareRun());
    expect(run.stream().options).toMatchObject({ sendInitialEvents: true, resourceVersion: undefined });
    run.stream().send(addedEvent("a", 1), addedEvent("b", 2), bookmark(3));
    await run.clock.advance(2_000);
    expect([run.mirror.state, run.story()]).toEqual(["empty", []]);
    run.stream().send(initialEventsEnd(4));
    await run.clock.settle();
    expect([run.mirror.state, run.story()]).toEqual(["live", ["+a@1 +b@2", "live"]]);
  });

  test.each(["false", "", "TRUE", "1"])("a bookmark whose annotation says %j does not end them", async (value) => {
    const run = await startWatchRun(prepareRun());
    run.stream().send(addedEvent("a", 1), bookmark(3, { "k8s.io/initial-events-end": value }));
    await run.clock.settle();
    expect(run.mirror.state).toBe("empty");
  });

  test("updates and deletions among the initial events count", async () => {
    const run = await startWatchRun(prepareRun());
    run
      .stream()
      .send(
        addedEvent("a", 1),
        addedEvent("b", 2),
        modifiedEvent("a", 3),
        deletedEvent("b", 4),
        addedEvent("c", 5),
        initialEventsEnd(5),
      );
    await run.clock.settle();
    expect(run.story()).toEqual(["+a@3 +c@5", "live"]);
  });

  test("429 is waited for, and watch-list asked for again", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(createGardenError("too-many-requests", 2));
    await startWatchRun(run);
    await run.clock.advance(2_000);
    expect(run.transport.watches.map(({ sendInitialEvents }) => sendInitialEvents)).toEqual([true, true]);
    expect(run.transport.lists).toEqual([]);
  });

  test("a stream that ends before the bookmark is begun anew, and nothing of it is kept", async () => {
    const run = await startWatchRun(prepareRun());
    run.stream().send(addedEvent("a", 1));
    await run.clock.settle();
    run.stream().end();
    await run.clock.advance(800);
    run.stream().send(addedEvent("b", 2), initialEventsEnd(3));
    await run.clock.settle();
    expect(run.held()).toEqual(["b@2"]);
  });

  test("the stream is used on after the bookmark", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().send(modifiedEvent("a", 6));
    await run.clock.settle();
    expect(run.held()).toEqual(["a@6"]);
    expect(run.transport.watches).toHaveLength(1);
  });

  test("a version that expires after the bookmark is read again by watch-list", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    run.transport.refuseWatches();
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.settle();
    expect(run.transport.watches.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, "5", undefined]);
    expect(run.transport.lists).toEqual([]);
  });

  test.each(["invalid", "bad-request"] as const)(
    "a garden that answers %s is listed in pages, and that is remembered",
    async (reason) => {
      const run = prepareRun();
      run.transport.refuseWatches(createGardenError(reason));
      run.transport.answerLists(
        () => createListPage(5, []),
        () => createListPage(9, []),
      );
      await startWatchRun(run);
      expect(run.mirror.state).toBe("live");
      run.stream().send(errorEvent(410, "Expired"));
      await run.clock.advance(800);
      expect(run.transport.watches.map(({ sendInitialEvents }) => sendInitialEvents)).toEqual([true, false, false]);
      expect(run.transport.lists).toHaveLength(2);
      expect(run.story()).toEqual(["live", "stale expired", "live"]);
    },
  );

  test.each(["forbidden", "not-found", "internal", "unavailable", "timeout", "unreachable", "bad-answer"] as const)(
    "a garden that answers %s is asked for watch-list again",
    async (reason) => {
      const run = prepareRun();
      run.transport.refuseWatches(createGardenError(reason));
      await startWatchRun(run);
      await run.clock.advance(800);
      expect(run.transport.watches.map(({ sendInitialEvents }) => sendInitialEvents)).toEqual([true, true]);
      expect(run.transport.lists).toEqual([]);
    },
  );

  test("a stream that falls silent before the bookmark is given up after 45 s", async () => {
    const run = await startWatchRun(prepareRun());
    run.stream().send(addedEvent("a", 1));
    await run.clock.advance(44_999);
    expect(run.mirror.staleness).toBeUndefined();
    await run.clock.advance(1);
    expect(run.mirror.staleness?.reason).toBe("timeout");
  });
});

describe("pages", () => {
  test("lists ask for pages of 500 and publish only when the last one is there", async () => {
    const run = prepareListingWatchRun();
    const last = Promise.withResolvers<ReturnType<typeof createListPage>>();
    run.transport.answerLists(
      () => createListPage(5, [shootObject("a", 1)], "one"),
      () => createListPage(5, [shootObject("b", 2)], "two"),
      () => last.promise,
    );
    await startWatchRun(run);
    expect(run.transport.lists.map(({ limit }) => limit)).toEqual([500, 500, 500]);
    expect(run.transport.lists.map((options) => options.continue)).toEqual([undefined, "one", "two"]);
    expect(run.story()).toEqual([]);
    last.resolve(createListPage(5, [shootObject("c", 3)]));
    await run.clock.settle();
    expect(run.story()).toEqual(["+a@1 +b@2 +c@3", "live"]);
  });

  test("a re-list at a version asks for nothing older, since a limit alone would mean exactly that version", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(
      () => createListPage(5, [], "more"),
      () => createListPage(5, []),
    );
    await startWatchRun(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists[0]).not.toHaveProperty("resourceVersion");
    expect(run.transport.lists[2]).toMatchObject({
      limit: 500,
      resourceVersion: "5",
      resourceVersionMatch: "NotOlderThan",
    });
  });

  test("the pages after the first name no version: the token holds it", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(
      () => createListPage(5, []),
      () => createListPage(9, [], "more"),
      () => createListPage(9, []),
    );
    await startWatchRun(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists[2]).toMatchObject({ continue: "more" });
    expect(run.transport.lists[2]).not.toHaveProperty("resourceVersion");
  });

  test("a list that repeats its token is given up, not read for ever", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(() => createListPage(5, [], "again"));
    await startWatchRun(run);
    expect(run.transport.lists).toHaveLength(2);
    expect(run.mirror.staleness?.reason).toBe("bad-answer");
  });

  test("a long page gives way to other work every 100 objects", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(() =>
      createListPage(
        5,
        Array.from({ length: 450 }, (_, at) => shootObject(`s${at}`, at + 1)),
      ),
    );
    await startWatchRun(run);
    expect(run.clock.yields).toBe(4);
    expect(run.mirror.size).toBe(450);
  });
});
