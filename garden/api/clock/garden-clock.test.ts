import { describe, expect, it } from "vitest";
import { hourMs } from "#lib/kube/time-units.ts";
import { createGardenClock, type GardenClock } from "./garden-clock.ts";
import { createTimerQueue } from "./timer-queue.ts";

const start = new Date("2026-08-10T09:00:00Z");

function still(): GardenClock {
  return createGardenClock({ startAt: start, speed: 0 });
}

const secondsOf = (clock: GardenClock) => (clock.now().getTime() - start.getTime()) / 1000;

describe("the garden's clock", () => {
  it("runs every timer at its own instant and stands at the end afterwards", async () => {
    const clock = still();
    const seen: (readonly [string, number])[] = [];
    clock.setTimer(3_000, () => seen.push(["late", secondsOf(clock)]));
    clock.setTimer(1_000, () => seen.push(["early", secondsOf(clock)]));
    clock.setTimer(9_000, () => seen.push(["never", secondsOf(clock)]));
    await clock.advance(5_000);
    expect(seen).toEqual([
      ["early", 1],
      ["late", 3],
    ]);
    expect(secondsOf(clock)).toBe(5);
  });

  it("lets a flow that waits between its steps take all of them in one move", async () => {
    const clock = still();
    const seen: number[] = [];
    const flow = async (): Promise<void> => {
      for (let step = 0; step < 30; step += 1) {
        await new Promise<void>((resolve) => {
          clock.setTimer(60_000, resolve);
        });
        await Promise.resolve();
        seen.push(secondsOf(clock));
      }
    };
    void flow();
    await clock.advance(hourMs);
    expect(seen).toEqual(Array.from({ length: 30 }, (_, step) => (step + 1) * 60));
  });

  it("runs timers that are due together in the order in which they were set", async () => {
    const clock = still();
    const seen: number[] = [];
    for (const name of [1, 2, 3, 4, 5]) clock.setTimer(1_000, () => seen.push(name));
    await clock.advance(1_000);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it("does not run what was cancelled, even by a timer just before", async () => {
    const clock = still();
    const seen: string[] = [];
    const cancel = clock.setTimer(2_000, () => seen.push("cancelled"));
    clock.setTimer(1_000, cancel);
    await clock.advance(hourMs);
    expect(seen).toEqual([]);
  });

  it("moves one after the other when moved twice at once", async () => {
    const clock = still();
    const seen: number[] = [];
    clock.setTimer(1_500, () => seen.push(secondsOf(clock)));
    await Promise.all([clock.advance(1_000), clock.advance(1_000)]);
    expect(seen).toEqual([1.5]);
    expect(secondsOf(clock)).toBe(2);
  });

  it("says that it is hurried only while it is moved far", async () => {
    const clock = still();
    const seen: (boolean | undefined)[] = [clock.hurried];
    for (const delayMs of [1_000, 60_000]) clock.setTimer(delayMs, () => seen.push(clock.hurried));
    await clock.advance(1_000);
    await clock.advance(2 * hourMs);
    expect([...seen, clock.hurried]).toEqual([false, false, true, false]);
  });

  it("never goes back while real time flows", async () => {
    const clock = createGardenClock({ startAt: start, speed: 1000 });
    const seen: number[] = [clock.now().getTime()];
    await new Promise<void>((resolve) => {
      for (const delayMs of [10, 20, 20, 40, 900]) clock.setTimer(delayMs, () => seen.push(clock.now().getTime()));
      clock.setTimer(1_000, resolve);
    });
    seen.push(clock.now().getTime());
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    clock.stop();
  });

  it("runs nothing more once it is stopped", async () => {
    const clock = still();
    const seen: string[] = [];
    clock.setTimer(1_000, () => {
      clock.stop();
      clock.setTimer(1_000, () => seen.push("after"));
    });
    await clock.advance(hourMs);
    expect(seen).toEqual([]);
  });
});

describe("the queue of timers", () => {
  it("gives ten thousand timers in the order of their instants", () => {
    const queue = createTimerQueue();
    let state = 7;
    for (let count = 0; count < 10_000; count += 1) {
      state = (state * 48_271) % 2_147_483_647;
      queue.add({ dueAtMs: state % 5_000, callback: () => undefined });
    }
    const taken: number[] = [];
    for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.dueAtMs);
    expect(taken).toHaveLength(10_000);
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
  });
});
