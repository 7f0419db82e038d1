import { describe, expect, test } from "vitest";
import type { ShootSchedulingResult } from "#lib/policy/scheduling/schedule-shoot.ts";
import { createRandom } from "#lib/random.ts";
import { compareScheduling } from "./compare-scheduling.ts";
import { randomSchedulingRound } from "./random-garden.ts";

const scheduled: ShootSchedulingResult = { outcome: "scheduled", seed: "a", equals: ["a", "b"], verdicts: [] };
const pending: ShootSchedulingResult = { outcome: "pending", stage: "usable", turns: [], text: "none", verdicts: [] };
const compare = (result: ShootSchedulingResult, answer: Parameters<typeof compareScheduling>[1]) =>
  compareScheduling({ shoot: "one", result }, answer);

describe("the scheduler's answer agrees", () => {
  test.each([
    ["with any of the Seeds that have equally few Shoots", scheduled, { seed: "b" }],
    ["with the same words", pending, { text: "none" }],
    ["with the words of the API server", { ...scheduled, bindingRefusal: "forbidden" }, { text: "forbidden" }],
  ])("%s", (_what, result, answer) => {
    expect(compare(result, answer).difference).toBeUndefined();
  });

  test.each([
    ["with another Seed", scheduled, { seed: "c" }],
    ["with words in place of a Seed", scheduled, { text: "none" }],
    ["with other words", pending, { text: "none of 2" }],
    ["with a Seed in place of words", pending, { seed: "a" }],
    ["with a Seed that the API server was to refuse", { ...scheduled, bindingRefusal: "forbidden" }, { seed: "a" }],
  ])("not %s", (_what, result, answer) => {
    expect(compare(result, answer).difference).toContain("one: Almanac: ");
  });
});

test("the same seed draws the same round, in which no list names anything twice", () => {
  const round = (seed: number) => randomSchedulingRound(createRandom(seed, "scheduling"), 1, 25);
  expect(JSON.stringify(round(3).shoots)).toBe(JSON.stringify(round(3).shoots));
  for (const shoot of round(4).shoots) expect(JSON.stringify(shoot)).not.toMatch(/("key":"dedicated".*){2}/);
});
