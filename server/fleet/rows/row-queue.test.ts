import { expect, test } from "vitest";
import { createRowQueue } from "./row-queue.ts";

test("what is marked first is made before all that waits, and everything once", async () => {
  const made: string[] = [];
  const turns: (() => void)[] = [];
  const drained = Promise.withResolvers<void>();
  const queue = createRowQueue({
    isReady: () => true,
    now: () => 0,
    refresh: (uid) => void made.push(uid),
    yieldToLoop: () => new Promise((resolve) => void turns.push(resolve)),
    onDrained: drained.resolve,
  });
  const waiting = Array.from({ length: 250 }, (_, place) => `shoot-${place}`);
  queue.mark(waiting);
  expect(made).toEqual(waiting.slice(0, 100));
  queue.markFirst(["shoot-249", "shoot-7", "shoot-150"]);
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
    expect(queue.isIdle).toBe(false);
    turn();
    await Promise.resolve();
  }
  await drained.promise;
  expect(made.slice(100)).toEqual([
    "shoot-249",
    "shoot-7",
    "shoot-150",
    ...waiting.slice(100).filter((uid) => uid !== "shoot-249" && uid !== "shoot-150"),
  ]);
  expect(queue.isIdle).toBe(true);
});
