import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { newestGardenerBuild } from "../release.ts";
import { type EmbeddedComparedGarden, startEmbeddedComparedGarden } from "../requests/ask-embedded-garden.ts";
import { compareLives } from "./compare-lives.ts";
import { accountAreas } from "./random-accounts.ts";
import { drawLives } from "./random-lives.ts";
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

  test("a garden that says that it deletes and does not is found out", async () => {
    const [embedded, other] = gardens;
    if (embedded === undefined || other === undefined) throw new Error("the gardens have not started");
    const send: typeof other.access.send = async (wanted) =>
      wanted.method === "DELETE" ? { code: 200, warnings: [], body: {} } : other.access.send(wanted);
    const real = { ...other, access: { ...other.access, send } };
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const compared = { embedded, real, version: newestGardenerBuild.version, mostLooks: 30, say };
    expect(await compareLives(drawLives({ lives: 1, seed: 9 }), compared)).toBe(false);
    expect(lines.join("\n")).toContain("deleted, ");
  });
});
