import { expect, test } from "vitest";
import { costPicture } from "./draw-cost.ts";
import { measurementNames } from "./measurement.ts";
import { taken } from "./scale-record.fixture.ts";

const heap = [1_000, 3_000, 10_000, 50_000].map((shoots) =>
  taken(measurementNames.browserHeap, shoots, 4 + shoots / 1_000, { most: 23 }),
);
const picture = costPicture(heap);
test("larger landscapes stand further right, and what costs more stands higher", () => {
  const [across, down] = [/cx="([\d.]+)"/g, /cy="([\d.]+)"/g].map((pattern) =>
    Array.from(picture.matchAll(pattern), ([, text]) => Number(text)).slice(0, heap.length),
  );
  expect(across).toEqual(across?.toSorted((a, b) => a - b));
  expect(down).toEqual(down?.toSorted((a, b) => b - a));
  expect(new Set(down).size).toBe(heap.length);
});

test("what the law was not made of is a hollow dot, and a limit says whether it was kept", () => {
  // One of them explains the look.
  expect(picture.match(/class="own hollow"/g)).toHaveLength(2);
  expect(picture).toContain("at most 23 MB, met");
  expect(picture).toContain("at most 23 MB, missed");
});

test("a panel without figures says so, and nothing stands nowhere", () => {
  expect(picture.match(/not measured</g)).toHaveLength(5);
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
});

test("it is drawn for light and for dark ground", () => {
  expect(picture).toContain("prefers-color-scheme: dark");
});
