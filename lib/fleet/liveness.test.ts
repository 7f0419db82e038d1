import { describe, expect, test } from "vitest";
import { canWriteToGarden, type ScreenLivenessInput, screenLivenessOf } from "./liveness.ts";

const now = Date.parse("2026-11-24T12:01:00Z");
const live = { state: "live", asOf: "2026-11-24T12:00:59Z" } as const;
const stale = (since: string) => ({ state: "stale", since, reason: "watch lost" }) as const;
const parts = [{ part: "CloudProfiles", since: "2026-11-24T12:00:00Z", reason: "forbidden" }];
const open = { state: "open", since: 0 } as const;

describe("the live indicator", () => {
  test.each<{ name: string; facts: ScreenLivenessInput; state: string; writes: boolean }>([
    {
      name: "both links work",
      facts: { freshness: live, connection: open, pausedAt: undefined },
      state: "live",
      writes: true,
    },
    {
      name: "the first connection",
      facts: { freshness: live, connection: { state: "connecting" }, pausedAt: undefined },
      state: "loading",
      writes: true,
    },
    {
      name: "the browser was cut off a moment ago",
      facts: { freshness: live, connection: { state: "waiting", since: now - 5_000 }, pausedAt: undefined },
      state: "delayed",
      writes: true,
    },
    {
      name: "the browser has been cut off for long",
      facts: { freshness: live, connection: { state: "waiting", since: now - 15_000 }, pausedAt: undefined },
      state: "offline",
      writes: false,
    },
    {
      name: "the garden's watch is lost",
      facts: { freshness: stale("2026-11-24T12:00:00Z"), connection: open, pausedAt: undefined },
      state: "offline",
      writes: true,
    },
    {
      name: "the garden refuses profiles only",
      facts: { freshness: { ...live, parts }, connection: open, pausedAt: undefined },
      state: "partly",
      writes: true,
    },
    {
      name: "the garden has refused profiles from the start",
      facts: { freshness: { state: "loading", parts }, connection: open, pausedAt: undefined },
      state: "waiting",
      writes: true,
    },
    {
      name: "a server that has begun still reads, and the page keeps what it has",
      facts: {
        freshness: { state: "loading", parts, keptSince: "2026-11-24T12:00:50Z" },
        connection: open,
        pausedAt: undefined,
      },
      state: "delayed",
      writes: true,
    },
    {
      name: "nobody says since when",
      facts: { freshness: stale("long ago"), connection: open, pausedAt: undefined },
      state: "delayed",
      writes: true,
    },
    {
      name: "paused by hand",
      facts: { freshness: live, connection: open, pausedAt: now },
      state: "paused",
      writes: true,
    },
  ])("$name: $state", ({ facts, state, writes }) => {
    const found = screenLivenessOf(facts, now);
    expect(found.state).toBe(state);
    expect(canWriteToGarden(found)).toBe(writes);
  });
});
