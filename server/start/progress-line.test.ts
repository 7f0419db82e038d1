import { expect, test } from "vitest";
import { startProgressLine } from "./progress-line.ts";

function said(isTTY: boolean): string {
  let text = "";
  let now = 5_000;
  const output = { isTTY, write: (more: string) => (text += more) };
  const line = startProgressLine("Building Almanac…", output, () => now);
  now += 1_100;
  line.tick();
  now += 36_900;
  line.end();
  return text;
}

test("a terminal shows one line that counts the seconds on the spot", () => {
  expect(said(true)).toBe("Building Almanac…\rBuilding Almanac… 1 s\rBuilding Almanac… 38 s\n");
});

test("a log gets the same line, written once", () => {
  expect(said(false)).toBe("Building Almanac… 38 s\n");
});
