import { expect, test } from "vitest";
import { SharedTexts } from "./shared-texts.ts";

test("a text that is long and changes all the time is not remembered as often as it changed", () => {
  const texts = new SharedTexts();
  const lengths: number[] = [];
  for (let change = 0; change < 1_000; change += 1) {
    texts.one(`${change}`.padEnd(200_000));
    lengths.push(texts.length);
  }
  expect(Math.max(...lengths)).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(Math.max(...lengths)).toBeGreaterThan(7 * 1024 * 1024);
});

test("a text is remembered once, however often it comes", () => {
  const texts = new SharedTexts();
  for (let time = 0; time < 10; time += 1) expect(texts.one("the same")).toBe("the same");
  expect(texts.length).toBe("the same".length);
});
