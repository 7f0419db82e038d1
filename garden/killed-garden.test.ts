import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCrashTests } from "#garden/testing/run-crash-tests.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";

const kills = caseCount(3, 8);

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "garden-crash-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a garden that is killed at random instants loses no acknowledged write, and starts again each time", async () => {
  const tally = await runCrashTests({ folder, seed: 20_261_121, kills });
  expect(tally.losses).toEqual([]);
  expect(tally.acknowledged).toBeGreaterThan(12 * kills);
});
