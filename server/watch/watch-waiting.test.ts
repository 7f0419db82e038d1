import { describe, expect, test } from "vitest";
import { errorEvent, initialEventsEnd } from "./testing/events.ts";
import {
  createGardenError,
  prepareListingWatchRun,
  prepareRun,
  startSyncedWatchRun,
  startWatchRun,
} from "./testing/watch-run.ts";

describe("waiting", () => {
  test("connections that fail at the start are tried at 0.8 s, doubling to 30 s", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(...Array.from({ length: 20 }, () => createGardenError("unreachable")));
    await startWatchRun(run);
    for (const [at, waitMs] of [800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000].entries()) {
      await run.clock.advance(waitMs - 1);
      expect(run.transport.watches).toHaveLength(at + 1);
      await run.clock.advance(1);
      expect(run.transport.watches).toHaveLength(at + 2);
    }
  });

  test("waits are stretched by up to their own length, so that many do not come at once", async () => {
    const run = prepareRun(() => 0.999);
    run.transport.refuseWatches(createGardenError("unreachable"));
    await startWatchRun(run);
    await run.clock.advance(1_598);
    expect(run.transport.watches).toHaveLength(1);
    await run.clock.advance(2);
    expect(run.transport.watches).toHaveLength(2);
  });

  test("two minutes of a working watch make the next wait short again", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(
      createGardenError("unreachable"),
      createGardenError("unreachable"),
      createGardenError("unreachable"),
    );
    await startWatchRun(run);
    await run.clock.advance(800 + 1_600 + 3_200);
    run.stream().send(initialEventsEnd(5));
    await run.clock.advance(119_000);
    const failAndCount = async (waitMs: number) => {
      const before = run.transport.watches.length;
      run.stream().fail(createGardenError("unreachable"));
      await run.clock.advance(waitMs);
      return run.transport.watches.length - before;
    };
    expect(await failAndCount(3_999)).toBe(0);
    await run.clock.advance(1 + 1_000 + 120_000);
    expect(await failAndCount(799)).toBe(0);
    await run.clock.advance(1);
    expect(run.stream().isLeft).toBe(false);
  });

  test("429 when the watch is opened: wait, then watch on from the version held, without a list", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.transport.refuseWatches(createGardenError("too-many-requests"), createGardenError("too-many-requests"));
    await run.clock.advance(1_000);
    run.stream().end();
    await run.clock.settle();
    expect(run.transport.watches).toHaveLength(2);
    await run.clock.advance(800 + 1_600);
    expect(run.transport.watches).toHaveLength(4);
    expect(run.transport.watches.slice(1).every(({ sendInitialEvents }) => !sendInitialEvents)).toBe(true);
    expect(run.reflector.counters.lists).toBe(1);
  });

  test("429 in the stream: wait, then watch on without a list", async () => {
    const run = await startSyncedWatchRun(5);
    run.stream().send(errorEvent(429, "TooManyRequests"));
    await run.clock.advance(800);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: false });
    expect(run.reflector.counters.lists).toBe(1);
  });

  test("a refused connection: wait, then watch on without a list", async () => {
    const run = await startSyncedWatchRun(5);
    run.transport.refuseWatches(createGardenError("unreachable"));
    run.stream().fail(createGardenError("unreachable"));
    await run.clock.advance(800 + 1_600);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: false });
    expect(run.reflector.counters.lists).toBe(1);
  });

  test("Retry-After is waited for, however short the backoff would be", async () => {
    const run = await startSyncedWatchRun(5);
    run.stream().send(errorEvent(429, "TooManyRequests", { retryAfterSeconds: 7 }));
    await run.clock.advance(6_999);
    expect(run.transport.watches).toHaveLength(1);
    await run.clock.advance(1);
    expect(run.transport.watches).toHaveLength(2);
  });

  test("internal errors are resumed for a minute, then everything is read again", async () => {
    const run = await startSyncedWatchRun(5);
    run.transport.refuseWatches(...Array.from({ length: 7 }, () => createGardenError("internal")));
    run.stream().send(errorEvent(500, "InternalError"));
    await run.clock.advance(800 + 1_600 + 3_200 + 6_400 + 12_800 + 25_600);
    expect(run.reflector.counters.lists).toBe(1);
    await run.clock.advance(30_000 + 30_000);
    expect(run.reflector.counters.lists).toBe(2);
    expect(run.transport.watches.at(-1)).toMatchObject({ resourceVersion: "5", sendInitialEvents: true });
  });

  test("a garden that answers every list with 500 is asked less than once in four seconds", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(createGardenError("internal"));
    await startWatchRun(run);
    await run.clock.advance(300_000);
    expect(run.transport.lists.length / 300).toBeLessThan(0.25);
  });

  test("a wall clock that jumps changes no wait", async () => {
    const run = prepareRun();
    run.transport.refuseWatches(createGardenError("unreachable"));
    await startWatchRun(run);
    run.clock.jumpWall(-3_600_000);
    await run.clock.advance(799);
    expect(run.transport.watches).toHaveLength(1);
    await run.clock.advance(1);
    expect(run.transport.watches).toHaveLength(2);
  });
});
