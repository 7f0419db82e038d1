import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { logoShapes } from "#components/ui/logo-shapes.ts";
import { packIcon, unpackIcon } from "./pack-icon.ts";
import { readPngSize } from "./png-size.ts";
import { repositoryRoot } from "./source-files.ts";

const folder = path.join(repositoryRoot, "public");
const read = (name: string) => readFileSync(path.join(folder, name));
const sizeOf = (picture: Uint8Array) => {
  const { width, height } = readPngSize(picture);
  return `${width}x${height}`;
};

const manifestSchema = z.strictObject({
  id: z.literal("/"),
  name: z.string(),
  short_name: z.string().max(12),
  description: z.string(),
  start_url: z.literal("/"),
  scope: z.literal("/"),
  display: z.enum(["standalone", "minimal-ui"]),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  icons: z.array(
    z.strictObject({
      src: z.string().startsWith("/"),
      type: z.enum(["image/svg+xml", "image/png"]),
      sizes: z.string(),
      purpose: z.literal("maskable").optional(),
    }),
  ),
});

describe("the web manifest", () => {
  const { icons } = manifestSchema.parse(JSON.parse(read("site.webmanifest").toString()));

  test("offers what a browser asks for before it installs an app: 192 and 512 pixels, and one to be cut", () => {
    const offered = icons.filter(({ type }) => type === "image/png").map(({ sizes, purpose }) => [sizes, purpose]);
    expect(offered).toEqual([
      ["192x192", undefined],
      ["512x512", undefined],
      ["512x512", "maskable"],
    ]);
  });

  test.each(icons)("$src is there, in the size that it says", ({ src, type, sizes }) => {
    const picture = read(src.slice(1));
    if (type === "image/png") expect(sizeOf(picture)).toBe(sizes);
    else expect(picture.toString()).toMatch(/^<svg /);
  });
});

describe("the pictures: `npm run draw:pictures` draws them anew", () => {
  test.each([
    ["apple-touch-icon.png", "180x180"],
    ["link-picture.png", "1200x630"],
  ])("%s measures %s", (name, size) => {
    expect(sizeOf(read(name))).toBe(size);
  });

  test("favicon.ico holds the sizes of a tab, of a tab on a fine screen, and of a shortcut", () => {
    expect(unpackIcon(read("favicon.ico")).map(sizeOf)).toEqual(["16x16", "32x32", "48x48"]);
  });

  test("an icon gives back the pictures that were put into it", () => {
    const pictures = [read("icon-192.png"), read("apple-touch-icon.png")];
    expect(unpackIcon(packIcon(pictures))).toEqual(pictures);
  });

  test("icon.svg shows the mark that the pages show", () => {
    const svg = read("icon.svg").toString();
    for (const { d, colour } of [logoShapes.sun, ...logoShapes.strokes]) {
      expect(svg).toContain(`d="${d}"`);
      expect(svg).toContain(`"${colour}"`);
    }
    expect(svg).toContain(`rx="${logoShapes.field.radius}" fill="${logoShapes.field.colour}"`);
  });

  test("none is heavy: all of public/ together stays below 150 kB", () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + read(name).length, 0);
    expect(bytes).toBeLessThan(150_000);
  });
});

test("robots.txt keeps every search engine out: this is an internal dashboard", () => {
  const rules = read("robots.txt")
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(rules).toEqual(["User-agent: *", "Disallow: /"]);
});
