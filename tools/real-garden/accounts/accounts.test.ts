import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { newestGardenerBuild } from "../release.ts";
import { type EmbeddedComparedGarden, startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import { accountAreas } from "./random-accounts.ts";
import { compareAccounts, drawAccountWrites } from "./run-accounts.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

describe("random writes about accounts", () => {
  test("are the same for the same seed, and others for another", () => {
    const drawn = JSON.stringify(drawAccountWrites({ cases: 60, seed: 3 }));
    expect(JSON.stringify(drawAccountWrites({ cases: 60, seed: 3 }))).toBe(drawn);
    expect(JSON.stringify(drawAccountWrites({ cases: 60, seed: 4 }))).not.toBe(drawn);
  });

  test("are about everything that is compared", () => {
    const areas = new Set(drawAccountWrites({ cases: 200, seed: 1 }).map(({ area }) => area));
    expect([...areas].sort()).toEqual([...accountAreas].sort());
  });
});

describe("with two embedded gardens, one in place of Gardener's servers,", () => {
  let gardens: readonly EmbeddedComparedGarden[] = [];
  beforeAll(async () => {
    const now = new Date();
    gardens = [await startEmbeddedComparedGarden(now), await startEmbeddedComparedGarden(now)];
  });
  afterAll(() => Promise.all(gardens.map(({ stop }) => stop())));

  test("all random writes about accounts are answered alike and as Almanac says", async () => {
    const [one, other] = gardens;
    if (one === undefined || other === undefined) throw new Error("the gardens have not started");
    const lines: string[] = [];
    const options = {
      cases: caseCount(90, 900),
      seed: 5,
      version: newestGardenerBuild.version,
      say: (line: string) => void lines.push(line),
    };
    expect([
      await compareAccounts(one, other, options),
      lines.filter((line) => !/ agree, |: 0 differences$/.test(line)),
    ]).toEqual([true, []]);
  });
});
