import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allAdapterTables } from "./registry.ts";
import { describeFailure, runVector } from "./run-vector.ts";
import { type ConformanceVector, isVector } from "./vector/vector.ts";

const folder = new URL("./vectors/", import.meta.url);

function vectorsOf(file: string): readonly ConformanceVector[] {
  const content: unknown = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  if (!Array.isArray(content)) throw new Error(`${file} is not a list of vectors`);
  return content.map((vector: unknown) => {
    if (!isVector(vector)) throw new Error(`${file} holds something else than vectors`);
    return vector;
  });
}

describe("the conformance vectors", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));

  it("are there", () => {
    expect(files).toEqual([
      "changes.json",
      "editions.json",
      "next-controllers.json",
      "next-gardenlet.json",
      "next-maintenance.json",
      "next-scheduler.json",
      "operations.json",
      "settings.json",
      "versions.json",
    ]);
  });

  describe.each(files)("of %s", (file) => {
    const areas = Map.groupBy(vectorsOf(file), ({ area }) => area);
    it.each([...areas])("agree on %s", (_area, vectors) => {
      const failures = vectors.flatMap((vector) => {
        const outcome = runVector(vector);
        return outcome.passed ? [] : [describeFailure(vector, outcome)];
      });
      expect(failures).toEqual([]);
    });
  });
});

describe("the registry", () => {
  it("answers each area once", () => {
    const areas = allAdapterTables.flatMap((subject) => Object.keys(subject));
    expect(areas.filter((area, index) => areas.indexOf(area) !== index)).toEqual([]);
  });
});

describe("a vector that the core cannot answer", () => {
  it("fails when its area is not known", () => {
    expect(runVector({ id: "x", area: "no.such.area", input: {}, expect: {} })).toEqual({
      passed: false,
      reason: "unknown area",
    });
  });

  it("fails with what was wanted and what came", () => {
    const vector: ConformanceVector = {
      id: "x",
      area: "version.normalize",
      input: { version: "v1" },
      expect: { normalized: "2" },
    };
    expect(describeFailure(vector, runVector(vector))).toBe(
      'x (version.normalize):\n  want {"normalized":"2"}\n  got  {"normalized":"1"}',
    );
  });
});
