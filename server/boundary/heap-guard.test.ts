import { describe, expect, test } from "vitest";
import { HeapGuard } from "./heap-guard.ts";

function world() {
  const state = { usedBytes: 900, keptBytes: 100, nowMs: 0, reads: 0, collections: 0, leavesBytes: 900 };
  const guard = new HeapGuard({
    now: () => state.nowMs,
    read: () => {
      state.reads += 1;
      return { usedBytes: state.usedBytes, keptBytes: state.keptBytes, limitBytes: 1_000 };
    },
    collect: () => {
      state.collections += 1;
      state.keptBytes = state.leavesBytes;
    },
  });
  return { state, guard };
}

describe("F18: the heap guard", () => {
  test("refuses from 78 % of the limit on, with a time to come back, and counts", () => {
    const { state, guard } = world();
    state.keptBytes = 779;
    guard.requireRoom("export");
    Object.assign(state, { keptBytes: 780, nowMs: 200 });
    expect(() => guard.requireRoom("export")).toThrow(/too little memory left for an export/);
    expect(() => guard.requireRoom("export")).toThrow(
      expect.objectContaining({ reason: "not-ready", facts: expect.objectContaining({ retryAfterSeconds: 10 }) }),
    );
    expect(guard.refused).toBe(2);
    Object.assign(state, { keptBytes: 500, nowMs: 400 });
    guard.requireRoom("export");
  });

  test("refuses nothing for garbage, of which V8 lets lie as much as there is room for", () => {
    const { state, guard } = world();
    Object.assign(state, { usedBytes: 999, keptBytes: 779 });
    guard.requireRoom("export");
  });

  test("refuses before V8 ends a process, which it may from 80 % on", () => {
    const { state, guard } = world();
    state.keptBytes = 800;
    expect(() => guard.requireRoom("stream")).toThrow("too little memory");
  });

  test("has a full heap collected after half a minute, and no more often, to know when there is room again", () => {
    const { state, guard } = world();
    const refusesAt = (nowMs: number) => {
      state.nowMs = nowMs;
      expect(() => guard.requireRoom("calendar")).toThrow("too little memory");
    };
    state.keptBytes = 800;
    for (const nowMs of [0, 10_000, 29_999]) refusesAt(nowMs);
    expect(state.collections).toBe(0);
    for (const nowMs of [30_200, 40_000, 60_000]) refusesAt(nowMs);
    expect(state.collections).toBe(1);
    Object.assign(state, { leavesBytes: 500, nowMs: 60_400 });
    guard.requireRoom("calendar");
    expect(state.collections).toBe(2);
    Object.assign(state, { keptBytes: 800, nowMs: 120_000 });
    expect(() => guard.requireRoom("calendar")).toThrow("too little memory");
    expect(state.collections).toBe(2);
  });

  test("looks at the heap a few times a second, however many ask", () => {
    const { state, guard } = world();
    for (let asked = 0; asked < 1_000; asked += 1) guard.requireRoom("stream");
    expect(state.reads).toBe(1);
  });

  test("reads this process", () => {
    const { usedBytes, limitBytes } = new HeapGuard({ now: () => 0 }).reading;
    expect(usedBytes).toBeGreaterThan(0);
    expect(usedBytes).toBeLessThan(limitBytes);
  });
});
