import { expect, test } from "vitest";
import {
  compareProfilesForForecast,
  countStepsToChangedVersion,
  type ForecastDependencies,
} from "./profile-changes.ts";

const versions = ["1.32.4", "1.33.1", "1.34.2", "1.35.0"];
const before = { kubernetes: { versions: versions.map((version) => ({ version })) } };

function endOf(changed: string) {
  const ends = versions.map((version) => ({
    version,
    ...(version === changed && { expirationDate: "2027-01-31T00:00:00Z" }),
  }));
  return compareProfilesForForecast(before, { kubernetes: { versions: ends } });
}

function footing(path: readonly string[], stuck: readonly string[] = []): ForecastDependencies {
  return { outcome: "foreseen", uncertain: false, versions: path, stuckVersions: stuck };
}

test.each([
  ["stands on it now", ["1.33.1", "1.34.2"], [], 0],
  ["comes to it next", ["1.32.4", "1.33.1", "1.34.2"], [], 1],
  ["runs into a dead end later, from it", [], ["1.33.1", "1.34.2", "1.35.0"], 0],
  ["only looks at the minor", ["1.32.4"], [], 1],
  ["is past it", ["1.34.2", "1.35.0"], [], Number.POSITIVE_INFINITY],
  ["is stuck above it", [], ["1.35.0"], Number.POSITIVE_INFINITY],
])("the change of a version is so many steps from a Shoot that %s", (_, path, stuck, steps) => {
  expect(countStepsToChangedVersion(endOf("1.33.1"), footing(path, stuck))).toBe(steps);
});

test("a version above a dead end may be what it waits for", () => {
  expect(countStepsToChangedVersion(endOf("1.35.0"), footing([], ["1.32.4"]))).toBe(1);
});
