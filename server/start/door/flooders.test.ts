import { expect, test } from "vitest";
import { Flooders } from "./flooders.ts";

function floodersAt() {
  let now = 0;
  const flooders = new Flooders(() => now);
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
  refuse("ada", 10);
  expect(flooders.waitOf("ada")).toBe(0);
  expect(flooders.waitOf("grace")).toBe(0);
});

test("whoever goes on asking waits a second for each answer, and nobody else does", () => {
  const { flooders, refuse } = floodersAt();
  refuse("ada", 11);
  expect(flooders.waitOf("ada")).toBe(1_000);
  expect(flooders.waitOf("grace")).toBe(0);
});

test("ten seconds later it is forgotten", () => {
  const { flooders, refuse, pass } = floodersAt();
  refuse("ada", 11);
  pass(10_000);
  expect(flooders.waitOf("ada")).toBe(0);
});

test("of ten thousand people are kept at most, and whoever came first is forgotten first", () => {
  const { flooders, refuse } = floodersAt();
  refuse("ada", 11);
  for (let each = 0; each < 10_000; each += 1) refuse(`person ${each}`, 1);
  expect(flooders.waitOf("ada")).toBe(0);
});
