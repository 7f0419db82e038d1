import { afterEach, describe, expect, it } from "vitest";
import { createGardenClock, type GardenClock } from "#garden/api/clock/garden-clock.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { createKeyedTimers } from "./alarms.ts";

let clock: GardenClock | undefined;
afterEach(() => clock?.stop());

function start() {
  const time = createGardenClock({ startAt: new Date("2026-08-10T09:30:00Z"), speed: 0 });
  clock = time;
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const onFault = (fault: unknown): unknown => faults.push(fault);
  const alarms = createKeyedTimers({ clock: time, signal: stopping.signal, onFault });
  return { alarms, time, stopping, faults };
}

describe("an alarm", () => {
  it("that is asked for at once whenever it rings waits twice as long each time", async () => {
    const { alarms, time } = start();
    const rang: number[] = [];
    const beganMs = time.now().getTime();
    const ask = (): void =>
      alarms.set("oak", 0, () => {
        rang.push((time.now().getTime() - beganMs) / 1000);
        ask();
      });
    ask();
    await time.advance(hourMs);
    expect(rang).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2023, 3023]);
  });

  it("that keeps its own interval rings as it is asked to", async () => {
    const { alarms, time } = start();
    let rings = 0;
    const ask = (): void =>
      alarms.set("oak", 15_000, () => {
        rings += 1;
        ask();
      });
    ask();
    await time.advance(hourMs);
    expect(rings).toBe(240);
  });

  it("waits for the last instant that was asked for, and for none when it was cancelled", async () => {
    const { alarms, time } = start();
    const rang: string[] = [];
    alarms.set("oak", 1_000, () => rang.push("first"));
    alarms.set("oak", 2_000, () => rang.push("second"));
    alarms.set("ash", 1_000, () => rang.push("ash"));
    alarms.cancel("ash");
    await time.advance(5_000);
    expect(rang).toEqual(["second"]);
    expect(alarms.has("oak")).toBe(false);
  });

  it("that fails says so, and others ring all the same", async () => {
    const { alarms, time, faults } = start();
    const rang: string[] = [];
    alarms.set("oak", 1_000, () => {
      throw new Error("refused");
    });
    alarms.set("ash", 1_000, () => rang.push("ash"));
    await time.advance(1_000);
    expect([rang, faults]).toEqual([["ash"], [new Error("refused")]]);
  });

  it("does not ring after the controllers were stopped", async () => {
    const { alarms, time, stopping } = start();
    const rang: string[] = [];
    alarms.set("oak", 1_000, () => rang.push("before"));
    stopping.abort();
    alarms.set("oak", 1_000, () => rang.push("after"));
    await time.advance(5_000);
    expect(rang).toEqual([]);
  });
});
