import { expect, test } from "vitest";
import { createRandom } from "#lib/random.ts";
import { leastSquares, predicted } from "./least-squares.ts";

const line = (constant: number, factor: number, at: readonly number[]) =>
  at.map((x) => ({ terms: [1, x], value: constant + factor * x }));

test("values that lie on a line give that line back", () => {
  const [constant, factor] = leastSquares(line(150, 0.013, [1_000, 10_000, 50_000]));
  expect(constant).toBeCloseTo(150, 6);
  expect(factor).toBeCloseTo(0.013, 9);
});

test("three terms are told apart where the samples tell them apart", () => {
  const samples = [
    [1_000, 500],
    [10_000, 100],
    [10_000, 1_000],
    [50_000, 100],
  ].map(([shoots = 0, viewers = 0]) => ({ terms: [1, shoots, viewers], value: 100 + 0.02 * shoots + 0.3 * viewers }));
  const factors = leastSquares(samples);
  expect(predicted(factors, [1, 20_000, 500])).toBeCloseTo(100 + 400 + 150, 6);
});

test("no other factors are nearer to samples that lie on no line, by the size of each", () => {
  const random = createRandom(3, "samples");
  const samples = line(20, 0.5, [10, 100, 1_000, 10_000]).map(({ terms, value }) => ({
    terms,
    value: value * (0.8 + 0.4 * random.next()),
  }));
  const best = leastSquares(samples);
  const faultOf = (factors: readonly number[]) =>
    samples.reduce((sum, { terms, value }) => sum + (predicted(factors, terms) / value - 1) ** 2, 0);
  const [constant = 0, factor = 0] = best;
  for (const others of [
    [constant * 1.01, factor],
    [constant * 0.99, factor],
    [constant, factor * 1.01],
    [constant, factor * 0.99],
  ])
    expect(faultOf(others)).toBeGreaterThan(faultOf(best));
});

test("samples of one size do not tell a constant from a cost per Shoot", () => {
  expect(() => leastSquares(line(10, 2, [1_000, 1_000, 1_000]))).toThrow("do not tell the terms apart");
});
