import { expect, test } from "vitest";
import { isOtherBuild } from "./page-build.ts";

test.each([
  ["the build that the page is of", "one", "one", false],
  ["another build", "two", "one", true],
  ["a server that does not say, as those of before", undefined, "one", false],
  ["a page in development", "one", undefined, false],
])("%s: %s and %s → %s", (_name, server, page, expected) => {
  expect(isOtherBuild(server, page)).toBe(expected);
});
