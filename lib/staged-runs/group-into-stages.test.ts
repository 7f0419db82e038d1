import { expect, test } from "vitest";
import { createRandom } from "#lib/random.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { gateBefore, groupIntoStages, type StageGrouping } from "./group-into-stages.ts";

const row = (name: string, purpose: string | undefined, region = "eu", project = "shop") => ({
  ...{ uid: name, name, purpose, region, project },
});

test("production comes region by region after all others", () => {
  const rows = [row("a", "production", "us"), row("b", "testing"), row("c", "production"), row("d", undefined)];
  expect(groupIntoStages(rows, "production-by-region")).toEqual([
    { name: "development", uids: ["b", "d"] },
    { name: "production eu", uids: ["c"] },
    { name: "production us", uids: ["a"] },
  ]);
});

test("production is the last purpose, and an unknown purpose stands before it", () => {
  const rows = [row("a", "production"), row("b", "own-purpose"), row("c", "evaluation")];
  expect(groupIntoStages(rows, "purpose").map(({ uids }) => uids)).toEqual([["c"], ["b"], ["a"]]);
});

test("a stage has its own gate, or the one of all, and the first has none", () => {
  const choice = { gate: { healthy: true }, ownGates: new Map([["production us", { person: "another" as const }]]) };
  const stages = ["production us", "production eu", "production us"];
  const gates = stages.map((name, index) => gateBefore(name, index, choice));
  expect(gates).toEqual([{}, { healthy: true }, { person: "another" }]);
});

test("each cluster is in exactly one stage, and no stage is empty", () => {
  const { next } = createRandom(7, "stages");
  const one = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? "";
  const groupings: readonly StageGrouping[] = ["canary", "purpose", "production-by-region", "project", "region"];
  for (let index = 0; index < caseCount(100, 1_000); index += 1) {
    const rows = Array.from({ length: 1 + Math.floor(next() * 40) }, (_, at) =>
      row(`c${at}`, one(["production", "testing", "other"]), `r${Math.floor(next() * 20)}`, one(["a", "b"])),
    );
    for (const grouping of groupings) {
      const groups = groupIntoStages(rows, grouping);
      expect(groups.every(({ uids }) => uids.length > 0)).toBe(true);
      expect(groups.flatMap(({ uids }) => uids).toSorted()).toEqual(rows.map(({ uid }) => uid).toSorted());
      expect(groups.length).toBeLessThanOrEqual(12);
    }
  }
});
