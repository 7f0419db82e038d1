import { describe, expect, test } from "vitest";
import { formatVersionsQuery, nextZoomMonths, parseVersionsQuery } from "./versions-query.ts";

const parse = (text: string) => parseVersionsQuery(new URLSearchParams(text));

describe("the address of the Versions page", () => {
  test.each([
    "?profile=gcp,ml/ml-gpu",
    "?stage=deprecated,expired&minor=1.33",
    "?arch=arm64&strategy=patch&used=1&inplace=1&expiring=..30d&zoom=24&view=table",
    "",
  ])("%j says the same after a round trip", (text) => {
    const params = new URLSearchParams(text);
    expect(formatVersionsQuery(parseVersionsQuery(params), params)).toBe(text);
  });

  test("what belongs to other parts of the page stays", () => {
    const params = new URLSearchParams("tz=utc&project=pay&zoom=3");
    expect(formatVersionsQuery(parseVersionsQuery(params), params)).toBe("?zoom=3&tz=utc&project=pay");
  });

  test.each([
    ["zoom=7", { zoom: 12 }],
    ["view=pie", { view: undefined }],
    ["expiring=30", { expiringDays: 30 }],
    ["expiring=-1", { expiringDays: undefined }],
    ["profile=,a,,a", { profiles: ["a"] }],
  ])("%s is read as %o", (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test("zoom stops at its ends", () => {
    expect([nextZoomMonths(3, -1), nextZoomMonths(3, 1), nextZoomMonths(24, 1)]).toEqual([3, 6, 24]);
  });
});
