import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { leaksIn } from "../leaks.ts";
import { serverLog } from "../server-log.ts";

test("S16, S20: after all journeys the log, in full detail, holds no token, no cookie and no key", async () => {
  const lines = (await readFile(serverLog, "utf8")).split("\n");
  expect(lines.filter((line) => line.includes('"audit":"sign-in"')).length).toBeGreaterThan(0);
  const found = lines.flatMap((line) => leaksIn(line).map((leak) => `${leak}: ${line.slice(0, 80)}`));
  expect(found.slice(0, 5)).toEqual([]);
});
