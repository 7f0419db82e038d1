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
  startSyncedWatchRun,
  startWatchRun,
} from "./testing/watch-run.ts";

describe("the version", () => {
  test.each([
    ["the list's, when nothing came", [], "5"],
    ["an added object's", [addedEvent("b", 6)], "6"],
    ["a modified object's", [modifiedEvent("a", 7)], "7"],
    ["a deleted object's", [deletedEvent("a", 8)], "8"],
    ["a bookmark's", [bookmark(9)], "9"],
    ["the newest of several", [addedEvent("b", 6), bookmark(10), modifiedEvent("b", 12)], "12"],
    ["the newest, not the last", [addedEvent("c", 12), addedEvent("b", 11)], "12"],
    ["the longest as text", [addedEvent("b", "9"), addedEvent("c", "10")], "10"],
    ["beyond what a number holds", [bookmark("90071992547409930000001")], "90071992547409930000001"],
  ])("a watch resumes from %s", async (_, events, version) => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    await run.clock.advance(1_000);
    if (events.length > 0) run.stream().send(...events);
    await run.clock.settle();
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches.at(-1)?.resourceVersion).toBe(version);
  });

  test("a re-list is never older than what is held", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(
      () => createListPage(5, [shootObject("a", 1)]),
      () => createListPage(3, []),
      () => createListPage(9, [shootObject("a", 1), shootObject("b", 8)]),
    );
    await startWatchRun(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, "5", undefined]);
    expect(run.held()).toEqual(["a@1", "b@8"]);
  });

  test("a bookmark that goes back in time means another garden: everything is read again without a version", async () => {
    const run = await startSyncedWatchRun(500, ["a", 400]);
    run.stream().send(bookmark(7));
    await run.clock.advance(800);
    expect(run.mirror.staleness?.reason).toBe("went-back");
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: undefined });
    run.stream().send(addedEvent("b", 3), initialEventsEnd(7));
    await run.clock.settle();
    expect(run.held()).toEqual(["b@3"]);
    expect(run.mirror.state).toBe("live");
  });

  test("news that goes back in time means another garden too", async () => {
    const run = await startSyncedWatchRun(500, ["a", 400]);
    run.stream().send(addedEvent("b", 6));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: undefined });
  });

  test("an event that comes twice or late changes nothing", async () => {
    const run = await startSyncedWatchRun(5, ["a", 4]);
    run
      .stream()
      .send(
        modifiedEvent("a", 8),
        modifiedEvent("a", 8),
        modifiedEvent("a", 7),
        deletedEvent("a", 9),
        modifiedEvent("a", 8),
        addedEvent("a", 4),
      );
    await run.clock.settle();
    expect(run.held()).toEqual([]);
    expect(run.story().slice(2)).toEqual(["-a"]);
    expect(run.reflector.counters.outdated).toBe(4);
    expect(run.transport.watches).toHaveLength(1);
  });
});

describe("versions that the garden does not know", () => {
  test("410 for the watch: read again, nothing older than what is held", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.transport.refuseWatches(createGardenError("expired"));
    await run.clock.advance(1_000);
    run.stream().end();
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: true });
    expect(run.held()).toEqual(["a@1"]);
  });

  test("410 in the stream: the same", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().send(errorEvent(410, "Gone"));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: true });
  });

  test.each(["expired", "version-too-large"] as const)(
    "a list at the version that is %s: at once without one",
    async (reason) => {
      const run = prepareListingWatchRun();
      run.transport.answerLists(
        () => createListPage(5, [shootObject("a", 1)]),
        createGardenError(reason),
        () => createListPage(9, [shootObject("b", 8)]),
      );
      await startWatchRun(run);
      run.stream().send(errorEvent(410, "Expired"));
      await run.clock.advance(800);
      expect(run.transport.lists.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, "5", undefined]);
      expect(run.held()).toEqual(["b@8"]);
    },
  );

  test("a continue token that expires: from the beginning, without a version", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(
      () => createListPage(5, []),
      () => createListPage(9, [shootObject("a", 1)], "more"),
      createGardenError("expired"),
      () => createListPage(12, [shootObject("b", 11)]),
    );
    await startWatchRun(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists.at(-1)).not.toHaveProperty("resourceVersion");
    expect(run.held()).toEqual(["b@11"]);
  });

  test("a version too large for the watch: read again without one", async () => {
    const run = await startSyncedWatchRun(5);
    run.stream().send(errorEvent(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: undefined, sendInitialEvents: true });
  });

  test("410 for everything is no storm", async () => {
    const run = await startSyncedWatchRun(5);
    run.transport.refuseWatches(...Array.from({ length: 500 }, () => createGardenError("expired")));
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(300_000);
    expect(run.transport.watches.length / 300).toBeLessThan(0.25);
  });
});
