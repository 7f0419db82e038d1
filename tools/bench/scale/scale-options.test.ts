import { expect, test } from "vitest";
import { scaleBenchParts, scaleOptions } from "./scale-options.ts";

test("without words everything is measured once at three sizes", () => {
  expect(scaleOptions([])).toMatchObject({
    sizes: [1_000, 10_000, 50_000],
    parts: scaleBenchParts,
    rounds: 1,
  });
});

test("numbers choose sizes, --only chooses parts", () => {
  const words = ["1,000", "20000", "--only=start,scroll", "--rounds=5"];
  expect(scaleOptions(words)).toMatchObject({
    ...{ sizes: [1_000, 20_000], parts: ["start", "scroll"], rounds: 5 },
  });
});

test("a garden that runs already has one size", () => {
  expect(scaleOptions(["--kubeconfig=g.yaml", "10000", "50000"]).sizes).toEqual([10_000]);
});

test.each(["--only=speed", "--rounds=0", "--fast", "1e-3"])("%s is refused", (word) => {
  expect(() => scaleOptions([word])).toThrow();
});

test("crowds are those of the size, or those that are asked for", () => {
  expect([1_000, 10_000, 50_000].map(scaleOptions([]).viewers)).toEqual([[500], [100, 500, 1_000], [100]]);
  expect(scaleOptions(["--seeds=100"]).seeds).toBe(100);
  expect(scaleOptions(["--viewers=20,30"]).viewers(10_000)).toEqual([20, 30]);
});
