import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { colourDistance, colourVisions, contrastRatio, parseHex, simulateColourVision } from "./colour.ts";

const css = readFileSync(new URL("../app/globals.css", import.meta.url), "utf8");
// The first :root block defines the design tokens; later blocks change some of them for users who prefer more contrast.
const block = /:root \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? "";
const tokens = new Map(
  [...block.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/gi)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }] as const,
  ),
);

const themes = ["light", "dark"] as const;
const roles = ["positive", "info", "notice", "caution", "negative", "neutral"] as const;

function colour(name: string, theme: (typeof themes)[number]) {
  const parsed = parseHex(tokens.get(name)?.[theme] ?? "");
  if (!parsed) throw new Error(`globals.css defines no colour --${name}`);
  return parsed;
}

const ratio = (text: string, on: string, theme: (typeof themes)[number]) =>
  contrastRatio(colour(text, theme), colour(on, theme));

describe.each(themes)("the %s theme", (theme) => {
  test.each(roles)("%s: text on its tint, on canvas and on surface reads at 4.5:1 or better", (role) => {
    for (const ground of [`${role}-tint`, "canvas", "surface", "raised", "hover", "selected"])
      expect(ratio(`${role}-text`, ground, theme), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each(roles)("%s: icons and bars stand out at 3:1 or better", (role) => {
    for (const ground of ["canvas", "surface", "raised", "hover", "selected"])
      expect(ratio(`${role}-solid`, ground, theme), `on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  test.each(["ink", "secondary", "tertiary", "link"])("%s reads on every ground at 4.5:1 or better", (text) => {
    for (const ground of ["canvas", "surface", "raised", "hover", "selected"])
      expect(ratio(text, ground, theme), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test("control borders and the focus ring stand out at 3:1 or better", () => {
    for (const graphic of ["control", "focus"])
      for (const ground of ["canvas", "surface", "raised"])
        expect(ratio(graphic, ground, theme), `${graphic} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  test("button labels read on their fill at 4.5:1 or better, also when hovered", () => {
    expect(ratio("on-primary", "primary", theme)).toBeGreaterThanOrEqual(4.5);
    expect(ratio("on-primary", "primary-hover", theme)).toBeGreaterThanOrEqual(4.5);
    expect(ratio("on-danger", "danger", theme)).toBeGreaterThanOrEqual(4.5);
  });

  test("numbers read on every step of the heat ramp at 4.5:1 or better", () => {
    for (const step of [1, 2, 3, 4, 5, 6, 7])
      expect(ratio(step < 5 ? "on-heat-low" : "on-heat-high", `heat-${step}`, theme), `step ${step}`).toBeGreaterThan(
        4.5,
      );
  });

  test.each(colourVisions)("with %s vision every two states differ by CIEDE2000 12 or more", (vision) => {
    for (const [index, first] of roles.entries())
      for (const second of roles.slice(index + 1)) {
        const [a, b] = [colour(`${first}-solid`, theme), colour(`${second}-solid`, theme)];
        const distance = colourDistance(simulateColourVision(a, vision), simulateColourVision(b, vision));
        expect(distance, `${first} and ${second}`).toBeGreaterThanOrEqual(12);
      }
  });
});
