import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TimeSlice } from "./time-slice.ts";

describe("a turn of long work", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is over when its task has lasted for half a frame, however much was done in it", () => {
    const turn = new TimeSlice();
    vi.advanceTimersByTime(7);
    expect(turn.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(turn.isOver).toBe(true);
  });

  test("the next one begins when it is let go on, not when it was asked for", async () => {
    const turn = new TimeSlice();
    vi.advanceTimersByTime(100);
    const next = turn.next();
    vi.advanceTimersByTime(100);
    await next;
    expect(turn.isOver).toBe(false);
  });
});
