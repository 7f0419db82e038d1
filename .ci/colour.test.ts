import { describe, expect, test } from "vitest";
import { colourDistance, contrastRatio, labDistance, parseHex, simulateColourVision } from "./colour.ts";

const black = parseHex("#000000") ?? [9, 9, 9];
const white = parseHex("#ffffff") ?? [9, 9, 9];

describe("colour arithmetic", () => {
  test("black on white has the greatest contrast there is", () => {
    expect(contrastRatio(black, white)).toBeCloseTo(21, 6);
    expect(contrastRatio(white, white)).toBe(1);
  });

  // Reference colour pairs from the CIEDE2000 paper's supplement; each covers another branch of the formula.
  test.each([
    { name: "blue hues", a: [50, 2.6772, -79.7751], b: [50, 0, -82.7485], expected: 2.0425 },
    { name: "a grey beside a colour", a: [50, 0, 0], b: [50, -1, 2], expected: 2.3669 },
    { name: "hues on both sides of zero", a: [50, 2.49, -0.001], b: [50, -2.49, 0.0009], expected: 7.1792 },
    { name: "hues that sum to over 360", a: [50, 2.5, 0], b: [58, 24, 15], expected: 19.4535 },
    { name: "dark colours", a: [2.0776, 0.0795, -1.135], b: [0.9033, -0.0636, -0.5514], expected: 0.9082 },
  ] as const)("CIEDE2000 agrees with the reference for $name", ({ a, b, expected }) => {
    expect(labDistance(a, b)).toBeCloseTo(expected, 4);
    expect(labDistance(b, a)).toBeCloseTo(expected, 4);
  });

  test("a colour has no distance to itself, also as others see it", () => {
    const red = parseHex("#93191f") ?? black;
    expect(colourDistance(red, red)).toBe(0);
    expect(colourDistance(simulateColourVision(red, "protanopia"), red)).toBeGreaterThan(10);
  });

  test("white stays white for every colour vision", () => {
    for (const channel of simulateColourVision(white, "deuteranopia")) expect(channel).toBeCloseTo(1, 3);
  });

  test("what is not #rrggbb is no colour", () => {
    for (const text of ["", "#fff", "red", "#12345g"]) expect(parseHex(text)).toBeUndefined();
  });
});
