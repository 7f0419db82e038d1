import { describe, expect, test } from "vitest";
import { added, bookmark, deleted, errorEvent, initialEventsEnd, modified, shootObject } from "./testing/events.ts";
import { createGardenError, listingRun, page, started, syncedRun } from "./testing/watch-run.ts";

describe("the version", () => {
  test.each([
    ["the list's, when nothing came", [], "5"],
    ["an added object's", [added("b", 6)], "6"],
    ["a modified object's", [modified("a", 7)], "7"],
    ["a deleted object's", [deleted("a", 8)], "8"],
    ["a bookmark's", [bookmark(9)], "9"],
    ["the newest of several", [added("b", 6), bookmark(10), modified("b", 12)], "12"],
    ["the newest, not the last", [added("c", 12), added("b", 11)], "12"],
    ["the longest as text", [added("b", "9"), added("c", "10")], "10"],
    ["beyond what a number holds", [bookmark("90071992547409930000001")], "90071992547409930000001"],
  ])("a watch resumes from %s", async (_, events, version) => {
    const run = await syncedRun(5, ["a", 1]);
    await run.clock.advance(1_000);
    if (events.length > 0) run.stream().send(...events);
    await run.clock.settle();
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches.at(-1)?.resourceVersion).toBe(version);
  });

  test("a re-list is never older than what is held", async () => {
    const run = listingRun();
    run.transport.answerLists(
      () => page(5, [shootObject("a", 1)]),
      () => page(3, []),
      () => page(9, [shootObject("a", 1), shootObject("b", 8)]),
    );
    await started(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, "5", undefined]);
    expect(run.held()).toEqual(["a@1", "b@8"]);
  });

  test("a bookmark that goes back in time means another garden: everything is read again without a version", async () => {
    const run = await syncedRun(500, ["a", 400]);
    run.stream().send(bookmark(7));
    await run.clock.advance(800);
    expect(run.mirror.staleness?.reason).toBe("went-back");
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: undefined });
    run.stream().send(added("b", 3), initialEventsEnd(7));
    await run.clock.settle();
    expect(run.held()).toEqual(["b@3"]);
    expect(run.mirror.state).toBe("live");
  });

  test("news that goes back in time means another garden too", async () => {
    const run = await syncedRun(500, ["a", 400]);
    run.stream().send(added("b", 6));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: undefined });
  });

  test("an event that comes twice or late changes nothing", async () => {
    const run = await syncedRun(5, ["a", 4]);
    run
      .stream()
      .send(modified("a", 8), modified("a", 8), modified("a", 7), deleted("a", 9), modified("a", 8), added("a", 4));
    await run.clock.settle();
    expect(run.held()).toEqual([]);
    expect(run.story().slice(2)).toEqual(["-a"]);
    expect(run.reflector.counters.outdated).toBe(4);
    expect(run.transport.watches).toHaveLength(1);
  });
});

describe("versions that the garden does not know", () => {
  test("410 for the watch: read again, nothing older than what is held", async () => {
    const run = await syncedRun(5, ["a", 1]);
    run.transport.refuseWatches(createGardenError("expired"));
    await run.clock.advance(1_000);
    run.stream().end();
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: true });
    expect(run.held()).toEqual(["a@1"]);
  });

  test("410 in the stream: the same", async () => {
    const run = await syncedRun(5, ["a", 1]);
    run.stream().send(errorEvent(410, "Gone"));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: true });
  });

  test.each(["expired", "version-too-large"] as const)(
    "a list at the version that is %s: at once without one",
    async (reason) => {
      const run = listingRun();
      run.transport.answerLists(
        () => page(5, [shootObject("a", 1)]),
        createGardenError(reason),
        () => page(9, [shootObject("b", 8)]),
      );
      await started(run);
      run.stream().send(errorEvent(410, "Expired"));
      await run.clock.advance(800);
      expect(run.transport.lists.map(({ resourceVersion }) => resourceVersion)).toEqual([undefined, "5", undefined]);
      expect(run.held()).toEqual(["b@8"]);
    },
  );

  test("a continue token that expires: from the beginning, without a version", async () => {
    const run = listingRun();
    run.transport.answerLists(
      () => page(5, []),
      () => page(9, [shootObject("a", 1)], "more"),
      createGardenError("expired"),
      () => page(12, [shootObject("b", 11)]),
    );
    await started(run);
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(800);
    expect(run.transport.lists.at(-1)).not.toHaveProperty("resourceVersion");
    expect(run.held()).toEqual(["b@11"]);
  });

  test("a version too large for the watch: read again without one", async () => {
    const run = await syncedRun(5);
    run.stream().send(errorEvent(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: undefined, sendInitialEvents: true });
  });

  test("410 for everything is no storm", async () => {
    const run = await syncedRun(5);
    run.transport.refuseWatches(...Array.from({ length: 500 }, () => createGardenError("expired")));
    run.stream().send(errorEvent(410, "Expired"));
    await run.clock.advance(300_000);
    expect(run.transport.watches.length / 300).toBeLessThan(0.25);
  });
});
