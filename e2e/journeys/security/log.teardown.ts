import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { findLeakedCredentials } from "../../leaks.ts";

test("S16, S20: after all journeys no server's log, in full detail, holds a token, a cookie or a key", async () => {
  const { project } = test.info();
  const logs = (await readdir(project.outputDir)).filter((name) => /^server-\d+(-\d+)?\.log$/.test(name));
  const texts = await Promise.all(logs.map((name) => readFile(path.join(project.outputDir, name), "utf8")));
  const lines = texts.flatMap((text) => text.split("\n"));
  expect(lines.filter((line) => line.includes('"audit":"sign-in"')).length).toBeGreaterThan(0);
  const found = lines.flatMap((line) => findLeakedCredentials(line).map((leak) => `${leak}: ${line.slice(0, 80)}`));
  expect(found.slice(0, 5)).toEqual([]);
});
