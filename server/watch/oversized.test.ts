import { describe, expect, test } from "vitest";
import { cloudProfiles, shoots } from "#lib/kube/resource.ts";
import { decodeObject } from "./decode.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import {
  addedEvent,
  createWatchEvent,
  deletedEvent,
  initialEventsEnd,
  modifiedEvent,
  shootObject,
} from "./testing/events.ts";
import {
  createListPage,
  prepareListingWatchRun,
  prepareRun,
  startSyncedWatchRun,
  startWatchRun,
} from "./testing/watch-run.ts";

const mebibyte = 1024 * 1024;

function largeShoot(uid: string, version: number, bytes = 2 * mebibyte) {
  return { ...shootObject(uid, version), spec: { text: "x".repeat(bytes) }, status: { hibernated: true } };
}

/** An event whose first bytes do not name its object, which no API server would send. */
function headless(version: number) {
  return { object: largeShoot("x", version), type: "DELETED" };
}

describe("F10: an object that is too large", () => {
  test.each(["ADDED", "MODIFIED"])("leaves a placeholder that says so: %s", async (type) => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run
      .stream()
      .send(
        createWatchEvent(type, largeShoot("a", 6)),
        createWatchEvent(type, largeShoot("b", 7, 5 * mebibyte)),
        modifiedEvent("c", 8),
      );
    await run.clock.settle();
    expect(run.held()).toEqual(["a@6", "b@7", "c@8"]);
    const held = run.mirror.all().map((object) => excessOfPlaceholder(object)?.kind);
    expect(held).toEqual(["size", "size", undefined]);
    expect(run.mirror.get("a")).toMatchObject({ ...shootObject("a", 6), spec: {}, status: {} });
    expect(run.reflector.counters.malformed).toEqual({ "too-large": 2 });
    expect(run.mirror.state).toBe("live");
    expect(run.transport.watches).toHaveLength(1);
  });

  test("goes when it is deleted, and is whole again when it is small again", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1], ["b", 2]);
    run
      .stream()
      .send(
        createWatchEvent("MODIFIED", largeShoot("b", 6)),
        createWatchEvent("DELETED", largeShoot("a", 7)),
        modifiedEvent("b", 8),
      );
    await run.clock.settle();
    expect(run.held()).toEqual(["b@8"]);
    const b = run.mirror.get("b");
    expect(b && excessOfPlaceholder(b)).toBeUndefined();
  });

  test("is a placeholder in a watch-list", async () => {
    const run = await startWatchRun(prepareRun());
    run.stream().send(addedEvent("a", 1), createWatchEvent("ADDED", largeShoot("b", 2)), initialEventsEnd(5));
    await run.clock.settle();
    expect(run.held()).toEqual(["a@1", "b@2"]);
  });

  test("is a placeholder in a page of a list", async () => {
    const run = prepareListingWatchRun();
    run.transport.answerLists(() => createListPage(5, [largeShoot("a", 1), shootObject("b", 2)]));
    await startWatchRun(run);
    expect(run.held()).toEqual(["a@1", "b@2"]);
    expect(run.reflector.counters.malformed).toEqual({ "too-large": 1 });
  });

  test("may be larger where there are few, and has no placeholder where half of it is of no use", () => {
    const profile = (bytes: number) => ({
      metadata: { name: "gcp", uid: "gcp", resourceVersion: "1" },
      spec: { text: "x".repeat(bytes) },
    });
    expect(decodeObject(profile(2 * mebibyte), cloudProfiles)).toMatchObject({ kind: "CloudProfile" });
    expect(decodeObject(profile(9 * mebibyte), cloudProfiles)).toBe("too-large");
    expect(decodeObject(profile(9 * mebibyte), cloudProfiles, { isDeletion: true })).toMatchObject({ spec: {} });
    expect(decodeObject(largeShoot("a", 1), shoots)).toMatchObject({ spec: {} });
  });
});

describe("an event that is too large for anything to be known of it", () => {
  test("has everything read again when the watch ends", async () => {
    const run = await startSyncedWatchRun(5, ["x", 1], ["y", 2]);
    run.stream().send(headless(6));
    await run.clock.advance(44_000);
    expect(run.stream().options).toMatchObject({ sendInitialEvents: true });
    run.stream().send(addedEvent("y", 2), initialEventsEnd(7));
    await run.clock.settle();
    expect(run.held()).toEqual(["y@2"]);
    expect(run.mirror.state).toBe("live");
    expect(run.reflector.counters.relists).toEqual({ start: 1, "lost-events": 1 });
  });

  test("does so once in ten minutes, however often it comes", async () => {
    const run = await startSyncedWatchRun(5, ["y", 2]);
    for (let minute = 0; minute < 20; minute += 1) {
      run.stream().send(headless(6 + minute));
      for (let second = 0; second < 60; second += 10) {
        await run.clock.advance(10_000);
        if (run.stream().options.sendInitialEvents)
          run.stream().send(addedEvent("y", 2), initialEventsEnd(100 + minute));
      }
    }
    expect(run.reflector.counters.relists).toEqual({ start: 1, "lost-events": 2 });
  });

  test("keeps nothing else from being taken, nor its deletion", async () => {
    const run = await startSyncedWatchRun(5, ["a", 1]);
    run.stream().send(headless(6), deletedEvent("a", 7), addedEvent("b", 8));
    await run.clock.settle();
    expect(run.held()).toEqual(["b@8"]);
  });
});
