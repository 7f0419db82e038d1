import { describe, expect, test } from "vitest";
import { runVector } from "#tools/conformance/run-vector.ts";
import type { ReconcilerQuestion } from "./gardener-reconcilers.ts";
import { nextAreas } from "./next-areas.ts";
import { compareRecordedVectors, readRecordedVectors } from "./recorded-vectors.ts";
import { compareReconcilers, randomQuestion } from "./run-next.ts";

/** A fake of Gardener's reconcilers that returns the result of lib/policy. */
function ownAnswer(question: ReconcilerQuestion): unknown {
  const outcome = runVector({ id: "own", ...question, expect: "nothing that is ever said" });
  return outcome.passed || outcome.reason !== "mismatch" ? outcome : outcome.got;
}

async function compared(areas: string, answer: (question: ReconcilerQuestion) => unknown) {
  const lines: string[] = [];
  const ask = (question: ReconcilerQuestion) => Promise.resolve({ expect: answer(question) });
  const agreed = await compareReconcilers({ ask }, { areas, cases: 30, seed: 1, say: (line) => lines.push(line) });
  return { agreed, lines };
}

describe("gardens for Gardener's reconcilers", () => {
  test.each(Object.keys(nextAreas))("are such that lib/policy knows an answer in %s", (area) => {
    for (let number = 0; number < 50; number += 1) {
      const outcome = runVector({
        id: String(number),
        ...randomQuestion(area, 7, number),
        expect: "nothing that is ever said",
      });
      expect(outcome).toMatchObject({ passed: false, reason: "mismatch" });
    }
  });

  test("are the same for the same seed, and others for another", () => {
    expect(randomQuestion("next-gardenlet", 3, 11)).toEqual(randomQuestion("next-gardenlet", 3, 11));
    expect(randomQuestion("next-gardenlet", 3, 11)).not.toEqual(randomQuestion("next-gardenlet", 4, 11));
  });
});

describe("the comparison with Gardener's reconcilers", () => {
  test("tells how many cases agree", async () => {
    const { agreed, lines } = await compared("next-label,next-retry", ownAnswer);
    expect(agreed).toBe(true);
    expect(lines).toEqual(["next-retry: 30 of 30 cases agree", "next-label: 30 of 30 cases agree"]);
  });

  test("tells the smallest garden on which both part", async () => {
    const differs = ({ input }: ReconcilerQuestion) => JSON.stringify(input).includes("EveryNodeReady");
    const { agreed, lines } = await compared("next-label", (question) =>
      differs(question) ? { label: "another" } : ownAnswer(question),
    );
    expect(agreed).toBe(false);
    expect(lines[1]?.replace(/"now":"[^"]*",/, "")).toMatch(
      /^ {2}{"input":{"shoot":{"metadata":{"name":"one","namespace":"garden-dev"},"status":{"conditions":\[{"type":"EveryNodeReady",[^}]*}\]}}}}\n/,
    );
  });

  test("of an area that is not there agrees with nothing", async () => {
    expect(await compared("next-dinner", ownAnswer)).toEqual({ agreed: false, lines: [] });
  });

  test("stops at a garden that Gardener cannot be asked about", async () => {
    const ask = () => Promise.resolve({ failed: "no such garden" });
    const asked = compareReconcilers({ ask }, { areas: "next-label", cases: 1, seed: 1, say: () => undefined });
    await expect(asked).rejects.toThrow("no such garden");
  });
});

describe("the vectors that were recorded of Gardener's reconcilers", () => {
  test("are those of an area, tried by hand or by chance", async () => {
    const vectors = await readRecordedVectors(["next-hibernation"]);
    expect(new Set(vectors.map(({ area }) => area))).toEqual(new Set(["next-hibernation", "next-hibernation-hand"]));
  });

  test("are told where the reconcilers do something else now", async () => {
    const vectors = await readRecordedVectors(["next-label"]);
    const lines: string[] = [];
    const ask = () => Promise.resolve({ expect: { label: "unknown" } });
    expect(await compareRecordedVectors({ ask }, vectors, (line) => lines.push(line))).toBe(false);
    const others = vectors.filter(({ expect: then }) => JSON.stringify(then) !== '{"label":"unknown"}');
    expect(lines).toHaveLength(others.length + 1);
    expect(lines.at(-1)).toBe(
      `${vectors.length - others.length} of ${vectors.length} recorded vectors are what Gardener does`,
    );
  });
});
