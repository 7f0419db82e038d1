import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { chromiumArgs, featuresDisabledByPlaywright } from "./find-chromium.ts";

/** The features that Playwright disables, read from its source code because it does not export them. */
function disabledThere(): readonly string[] {
  const bundle = path.resolve(import.meta.dirname, "../node_modules/playwright-core/lib/coreBundle.js");
  const [, list] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(readFileSync(bundle, "utf8")) ?? [];
  if (list === undefined) throw new Error("Playwright's source has no list of disabled features where it was");
  return list.split("\n").flatMap((line) => /^\s*"(\w+)"/.exec(line)?.[1] ?? []);
}

test("what Playwright disables stays disabled, since Chromium takes the last list that it is given", () => {
  expect(disabledThere().length).toBeGreaterThan(8);
  expect(featuresDisabledByPlaywright).toEqual(disabledThere());
  const lists = chromiumArgs.filter((argument) => argument.startsWith("--disable-features="));
  expect(lists).toHaveLength(1);
});
