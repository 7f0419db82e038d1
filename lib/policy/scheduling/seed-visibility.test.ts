import { describe, expect, test } from "vitest";
import type { Seed } from "#lib/garden/seed.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { seedWith } from "./scheduling.fixture.ts";
import { findReachChanges, type OfferedRegion, seedWithVisibility } from "./seed-visibility.ts";

const seedIn = (name: string, region: string, zones: readonly string[] = ["a", "b", "c"]) =>
  seedWith({ name, spec: { provider: { type: "aws", region, zones } } });
const offer = (region: string): OfferedRegion => ({
  profile: "aws",
  provider: "aws",
  region,
  profileSelector: undefined,
});
const facts = { rules: newestRules, project: "", usage: new Map([["full", 1]]) };

function changesOf(seeds: readonly Seed[], visible: boolean, regions = [offer("eu-1")]) {
  return findReachChanges({ name: "one", visible }, seeds, { regions, facts }).map(
    ({ offered, zonal, before, after }) => `${offered.region}${zonal ? " zonal" : ""}: ${before} to ${after}`,
  );
}

describe("hiding a Seed", () => {
  test.each<[string, readonly Seed[], readonly string[]]>([
    ["changes nothing where another Seed of the region takes clusters", [seedIn("two", "eu-1")], []],
    ["leaves a region to the Seeds of others", [seedIn("two", "us-1")], ["eu-1: in-region to elsewhere"]],
    ["leaves none, if it is the only one", [], ["eu-1: in-region to nowhere"]],
    [
      "leaves none, if the other one is full",
      [seedWith({ ...seedIn("full", "eu-1"), name: "full", status: { allocatable: { shoots: "1" } } })],
      ["eu-1: in-region to nowhere"],
    ],
    [
      "leaves none to those that are to survive the loss of a zone, if the other one has fewer zones",
      [seedIn("two", "eu-1", ["a"])],
      ["eu-1 zonal: in-region to nowhere"],
    ],
  ])("%s", (_what, others, changes) => {
    expect(changesOf([seedIn("one", "eu-1"), ...others], false)).toEqual(changes);
  });

  test("changes nothing if the scheduler does not see it", () => {
    expect(changesOf([seedWithVisibility(seedIn("one", "eu-1"), false)], false)).toEqual([]);
  });

  test("takes the last Seed from every region that a profile offers", () => {
    expect(changesOf([seedIn("one", "eu-1")], false, [offer("eu-1"), offer("us-1")])).toEqual([
      "eu-1: in-region to nowhere",
      "us-1: elsewhere to nowhere",
    ]);
  });
});

test("showing a Seed gives back what hiding it took", () => {
  const hidden = seedWithVisibility(seedIn("one", "eu-1"), false);
  expect(changesOf([hidden], true)).toEqual(["eu-1: nowhere to in-region"]);
  expect(changesOf([hidden, seedIn("two", "us-1")], true)).toEqual(["eu-1: elsewhere to in-region"]);
});
