import { expect, test } from "vitest";
import { FloodProtection } from "./flooders.ts";

function floodersAt() {
  let now = 0;
  const flooders = new FloodProtection(() => now);
  const refuse = (person: string, times: number) => {
    for (let time = 0; time < times; time += 1) flooders.refused(person);
  };
  return {
    flooders,
    refuse,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("whoever is refused now and then does not wait", () => {
  const { flooders, refuse } = floodersAt();
  refuse("ada", 5);
  expect(flooders.takeWait("ada")).toBe(0);
  expect(flooders.takeWait("grace")).toBe(0);
});

test("whoever goes on asking waits two seconds for the next answer, and nobody else does", () => {
  const { flooders, refuse } = floodersAt();
  refuse("ada", 6);
  expect(flooders.takeWait("ada")).toBe(2_000);
  expect(flooders.takeWait("grace")).toBe(0);
});

test("what they send at once goes on one after the other, and no more than ten wait", () => {
  const { flooders, refuse, pass } = floodersAt();
  refuse("ada", 6);
  const waits = Array.from({ length: 12 }, () => flooders.takeWait("ada"));
  expect(waits).toEqual([...Array.from({ length: 10 }, (_, at) => 2_000 * (at + 1)), undefined, undefined]);
  pass(2_000);
  expect(flooders.takeWait("ada")).toBe(20_000);
});

test("whoever is refused meanwhile waits until ten seconds after the last refusal", () => {
  const { flooders, refuse, pass } = floodersAt();
  refuse("ada", 6);
  pass(9_000);
  refuse("ada", 1);
  pass(9_000);
  expect(flooders.takeWait("ada")).toBe(2_000);
  pass(1_000);
  expect(flooders.takeWait("ada")).toBe(0);
});

test("ten seconds later it is forgotten", () => {
  const { flooders, refuse, pass } = floodersAt();
  refuse("ada", 6);
  pass(10_000);
  expect(flooders.takeWait("ada")).toBe(0);
});

test("of ten thousand people are kept at most, and whoever came first is forgotten first", () => {
  const { flooders, refuse } = floodersAt();
  refuse("ada", 6);
  for (let each = 0; each < 10_000; each += 1) refuse(`person ${each}`, 1);
  expect(flooders.takeWait("ada")).toBe(0);
});
