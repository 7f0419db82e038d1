import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { meetsExpectation } from "#tools/conformance/compare-expectation.ts";
import { adapterOf } from "#tools/conformance/registry.ts";
import { type ConformanceVector, isVector } from "#tools/conformance/vector/vector.ts";
import type { Reconcilers } from "./gardener-reconcilers.ts";

const folder = path.join(import.meta.dirname, "../../conformance/vectors");

/** Reads the test vectors recorded from Gardener's reconcilers in the given areas. */
export async function readRecordedVectors(areas: readonly string[]): Promise<readonly ConformanceVector[]> {
  const files = (await readdir(folder)).filter((file) => file.startsWith("next-"));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return texts
    .flatMap((text): readonly unknown[] => JSON.parse(text))
    .filter(isVector)
    .filter(({ area }) => areas.includes(area.replace(/-hand$/, "")));
}

/** Runs the recorded test vectors through the reconcilers again. @returns whether all results are unchanged */
export async function compareRecordedVectors(
  reconcilers: Pick<Reconcilers, "ask">,
  vectors: readonly ConformanceVector[],
  say: (line: string) => void,
): Promise<boolean> {
  let same = 0;
  for (const { id, area, now, input, expect } of vectors) {
    const answer = await reconcilers.ask({ area, now: String(now), input });
    const lists = adapterOf(area)?.lists ?? "ordered";
    if ("expect" in answer && meetsExpectation(answer.expect, expect, lists)) same += 1;
    else say(`${id}: recorded ${JSON.stringify(expect)}, now ${JSON.stringify(answer)}`);
  }
  say(`${same} of ${vectors.length} recorded vectors are what Gardener does`);
  return same === vectors.length;
}
