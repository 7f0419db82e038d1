import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";
import { createFakeClock } from "./testing/fake-clock.ts";

const waits = (steps: readonly ("works" | "fails")[], resumes: boolean) => {
  const backoff = createBackoff(createFakeClock(), () => 1);
  return steps.map((step) => {
    if (step === "works") backoff.markHealthy();
    return backoff.next({ resumes });
  });
};

test("waits double up to a minute while the garden refuses, and while everything has to be read again", () => {
  const doubling = [1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000, 60_000];
  expect(waits(Array<"fails">(8).fill("fails"), true)).toEqual(doubling);
  expect(waits(Array<"works">(8).fill("works"), false)).toEqual(doubling);
});

test("a watch that works, and is cut again and again, is taken up after eight seconds at most", () => {
  expect(waits(Array<"works">(6).fill("works"), true)).toEqual([1_600, 3_200, 6_400, 8_000, 8_000, 8_000]);
});

test("the garden may ask for a longer wait", () => {
  const backoff = createBackoff(createFakeClock(), () => 0);
  expect(backoff.next({ resumes: true, retryAfterSeconds: 7 })).toBe(7_000);
});
