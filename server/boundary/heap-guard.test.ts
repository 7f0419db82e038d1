import { describe, expect, test } from "vitest";
import { HeapGuard } from "./heap-guard.ts";

function world() {
  const state = { usedBytes: 100, keptBytes: 700, nowMs: 0, reads: 0 };
  const guard = new HeapGuard({
    now: () => state.nowMs,
    read: () => {
      state.reads += 1;
      return { usedBytes: state.usedBytes, keptBytes: state.keptBytes, limitBytes: 1_000 };
    },
  });
  return { state, guard };
}

describe("F18: the heap guard", () => {
  test("refuses above 85 % of the limit, with a time to come back, and counts", () => {
    const { state, guard } = world();
    state.usedBytes = 849;
    guard.requireRoom("an export");
    state.usedBytes = 850;
    state.nowMs = 200;
    expect(() => guard.requireRoom("an export")).toThrow(/too little memory left for an export/);
    expect(() => guard.requireRoom("an export")).toThrow(
      expect.objectContaining({ reason: "not-ready", facts: expect.objectContaining({ retryAfterSeconds: 10 }) }),
    );
    expect(guard.refused).toBe(2);
    state.usedBytes = 500;
    state.nowMs = 400;
    guard.requireRoom("an export");
  });

  test("refuses nothing while most of what is in use is garbage", () => {
    const { state, guard } = world();
    Object.assign(state, { usedBytes: 900, keptBytes: 699 });
    guard.requireRoom("an export");
    Object.assign(state, { keptBytes: 700, nowMs: 200 });
    expect(() => guard.requireRoom("an export")).toThrow("too little memory");
  });

  test("looks at the heap a few times a second, however many ask", () => {
    const { state, guard } = world();
    for (let asked = 0; asked < 1_000; asked += 1) guard.requireRoom("a live connection");
    expect(state.reads).toBe(1);
  });

  test("reads this process", () => {
    const { usedBytes, limitBytes } = new HeapGuard({ now: () => 0 }).reading;
    expect(usedBytes).toBeGreaterThan(0);
    expect(usedBytes).toBeLessThan(limitBytes);
  });
});
