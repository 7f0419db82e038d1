import { expect, test } from "vitest";
import { parseLandscapeConfiguration } from "./parse-landscape-configuration.ts";
import { isSafeIcon } from "./vendor-icon.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="url(#g)"/></svg>';
const inBase64 = (content: string, type = "svg+xml") => `data:image/${type};base64,${btoa(content)}`;
const inPercent = (content: string) => `data:image/svg+xml;utf8,${encodeURIComponent(content)}`;

test.each([
  ["an SVG in base64", inBase64(svg)],
  ["an SVG in percent encoding", `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ["a PNG", inBase64("\u0089PNG\r\n\u001a\n...", "png")],
])("%s is an icon", (_, icon) => {
  expect(isSafeIcon(icon)).toBe(true);
});

test.each([
  ["a file name", "aws.svg"],
  ["an address", "https://example.com/aws.svg"],
  ["HTML", `data:text/html;base64,${btoa(svg)}`],
  ["another picture", inBase64("GIF89a", "gif")],
  ["something else under the name of a PNG", inBase64(svg, "png")],
  ["broken base64", "data:image/png;base64,%"],
  ["an SVG with code", inBase64(svg.replace("<path", "<script>x()</script><path"))],
  ["an SVG with a handler", inBase64(svg.replace("<path", '<path onclick="x()"'))],
  ["an SVG with another document", inBase64(svg.replace("<path", "<foreignObject/><path"))],
  ["an SVG with an entity", inBase64(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`)],
  ["an SVG with a picture from elsewhere", inBase64(svg.replace("<path", '<image href="https://e.example"/><path'))],
  ["an SVG with a style from elsewhere", inBase64(svg.replace("url(#g)", "url(https://e.example)"))],
  ["a picture of more than 16 KiB", inBase64(svg.replace("M0", "M0 0 ".repeat(4_000)))],
])("%s is none, is named, and takes nothing else of its vendor with it", (_, icon) => {
  expect(isSafeIcon(icon)).toBe(false);
  const written = `branding:\n  infraVendors:\n  - name: aws\n    hidden: true\n    icon: '${icon}'\n`;
  const { configuration, problems } = parseLandscapeConfiguration(written);
  expect(configuration).toEqual({ branding: { infraVendors: [{ name: "aws", hidden: true }] } });
  expect(problems.map(({ path, line, toMessage }) => [path, line, toMessage()])).toEqual([
    ["branding.infraVendors[0].icon", 5, expect.stringContaining("16 KiB")],
  ]);
});

test("an icon reaches the configuration as it is written", () => {
  const icon = inPercent(svg);
  const { configuration } = parseLandscapeConfiguration(`branding: { infraVendors: [{ name: aws, icon: "${icon}" }] }`);
  expect(configuration.branding?.infraVendors).toEqual([{ name: "aws", icon }]);
});
