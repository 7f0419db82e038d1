import { describe, expect, test } from "vitest";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { newestRules } from "../editions/gardener-rules.ts";
import { expectSeeds } from "./expected-seeds.ts";
import { schedulingShootWith, seedWith } from "./scheduling.fixture.ts";
import type { SchedulingFacts } from "./seed-filters.ts";

const facts: SchedulingFacts = { rules: newestRules, project: "p", usage: new Map() };
const inRegion = (name: string, region = "eu-1") =>
  seedWith({ name, spec: { provider: { type: "aws", region, zones: [] } } });
const hidden = (name: string) => seedWith({ name, spec: { settings: { scheduling: { visible: false } } } });
const expected = (seeds: readonly Seed[], more: Partial<SchedulingFacts> = {}, shoot: Shoot = schedulingShootWith()) =>
  expectSeeds(shoot, seeds, { ...facts, ...more });

describe("the possible Seeds are", () => {
  test("the one with the fewest Shoots in the region, whatever the strategy", () => {
    const usage = new Map([["a", 3]]);
    const told = expected([inRegion("a"), inRegion("b"), inRegion("far", "us-1")], { usage });
    expect(told).toMatchObject({ possible: ["b"], onlyByDistance: false });
    expect(told.pending).toBeUndefined();
    expect(told.verdicts.map(({ seed, refusedBy }) => [seed.metadata.name, refusedBy])).toEqual([
      ["a", undefined],
      ["b", undefined],
      ["far", "strategy"],
    ]);
  });

  test("all with equally few Shoots", () => {
    expect(expected([inRegion("b"), inRegion("a")]).possible).toEqual(["a", "b"]);
  });

  test("all that pass, where nobody knows the numbers of Shoots", () => {
    expect(expected([inRegion("a"), inRegion("b"), hidden("c")], { usage: undefined }).possible).toEqual(["a", "b"]);
  });

  test("those of another region only for a scheduler that looks for the nearest", () => {
    const told = expected([inRegion("far", "us-1")]);
    expect(told).toMatchObject({ possible: ["far"], onlyByDistance: true, verdicts: [{ onlyByDistance: true }] });
    expect(expected([inRegion("far", "us-1")], { strategy: "SameRegion" })).toMatchObject({
      possible: [],
      pending: { stage: "strategy", turns: ["Owner"] },
    });
  });
});

describe("without a possible Seed is told", () => {
  test("the filter that the last ones fail at, with the first reason of each, and who can change it", () => {
    const told = expected([hidden("a"), seedWith({ name: "full", status: { allocatable: { shoots: "0" } } })]);
    expect(told.pending).toEqual({
      stage: "candidates",
      turns: ["Operator"],
      exclusions: [{ seed: "full", exclusion: { reason: "seed-full", capacity: "0" } }],
    });
  });

  test("a range that neither the Shoot nor the Seed has, after all filters", () => {
    const shoot = schedulingShootWith({ networking: { ipFamilies: ["IPv4"], pods: "100.96.0.0/11" } });
    expect(expected([seedWith()], {}, shoot)).toMatchObject({
      possible: [],
      pending: {
        stage: "binding",
        turns: ["Owner"],
        exclusions: [{ seed: "s", exclusion: { reason: "ranges-missing", ranges: ["services"] } }],
      },
      verdicts: [{ refusedBy: "binding" }],
    });
  });

  test("that an operator has to add one, where there is none", () => {
    expect(expected([])).toMatchObject({ possible: [], pending: { turns: ["Operator"], exclusions: [] } });
  });
});
