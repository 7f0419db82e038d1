import { expect, test } from "vitest";
import { SupersedingRunner } from "./superseding-runner.ts";

const made = () => new SupersedingRunner(() => new Error("superseded"));
const never = () => new AbortController().signal;

test("who comes later takes the place of the earlier, of the same key only", async () => {
  const latest = made();
  const heard: AbortSignal[] = [];
  const held = Promise.withResolvers<void>();
  const start = (key: string) =>
    latest.run({ key, signal: never() }, async (signal) => {
      heard.push(signal);
      await held.promise;
    });
  const runs = [start("a"), start("b"), start("a")];
  expect(heard.map(({ aborted }) => aborted)).toEqual([true, false, false]);
  expect(heard[0]?.reason).toEqual(new Error("superseded"));
  expect(latest.running).toBe(2);
  held.resolve();
  await Promise.all(runs);
  expect(latest.running).toBe(0);
});

test("who gives up frees the place at once, though the work has not noticed yet", async () => {
  const latest = made();
  const held = Promise.withResolvers<void>();
  const caller = new AbortController();
  const run = latest.run({ key: "a", signal: caller.signal }, () => held.promise);
  caller.abort();
  expect(latest.running).toBe(0);
  held.resolve();
  await run;
});

test("work that fails holds no place", async () => {
  const latest = made();
  const failing = latest.run({ key: "a", signal: never() }, () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(latest.running).toBe(0);
});
