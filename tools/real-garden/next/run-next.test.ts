import { describe, expect, test } from "vitest";
import { runVector } from "#tools/conformance/run-vector.ts";
import type { Question } from "./gardener-reconcilers.ts";
import { nextAreas } from "./next-areas.ts";
import { compareRecorded, recordedVectors } from "./recorded-vectors.ts";
import { compareNext, drawn } from "./run-next.ts";

/** What lib/policy says, as if Gardener had. */
function ownAnswer(question: Question): unknown {
  const outcome = runVector({ id: "own", ...question, expect: "nothing that is ever said" });
  return outcome.passed || outcome.reason !== "mismatch" ? outcome : outcome.got;
}

async function compared(areas: string, answer: (question: Question) => unknown) {
  const lines: string[] = [];
  const ask = (question: Question) => Promise.resolve({ expect: answer(question) });
  const agreed = await compareNext({ ask }, { areas, cases: 30, seed: 1, say: (line) => lines.push(line) });
  return { agreed, lines };
}

describe("gardens for Gardener's reconcilers", () => {
  test.each(Object.keys(nextAreas))("are such that lib/policy knows an answer in %s", (area) => {
    for (let number = 0; number < 50; number += 1) {
      const outcome = runVector({ id: String(number), ...drawn(area, 7, number), expect: "nothing that is ever said" });
      expect(outcome).toMatchObject({ passed: false, reason: "mismatch" });
    }
  });

  test("are the same for the same seed, and others for another", () => {
    expect(drawn("next-gardenlet", 3, 11)).toEqual(drawn("next-gardenlet", 3, 11));
    expect(drawn("next-gardenlet", 3, 11)).not.toEqual(drawn("next-gardenlet", 4, 11));
  });
});

describe("the comparison with Gardener's reconcilers", () => {
  test("tells how many cases agree", async () => {
    const { agreed, lines } = await compared("next-label,next-retry", ownAnswer);
    expect(agreed).toBe(true);
    expect(lines).toEqual(["next-retry: 30 of 30 cases agree", "next-label: 30 of 30 cases agree"]);
  });

  test("tells the smallest garden on which both part", async () => {
    const differs = ({ input }: Question) => JSON.stringify(input).includes("EveryNodeReady");
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
    const asked = compareNext({ ask }, { areas: "next-label", cases: 1, seed: 1, say: () => undefined });
    await expect(asked).rejects.toThrow("no such garden");
  });
});

describe("the vectors that were recorded of Gardener's reconcilers", () => {
  test("are those of an area, tried by hand or by chance", async () => {
    const vectors = await recordedVectors(["next-hibernation"]);
    expect(new Set(vectors.map(({ area }) => area))).toEqual(new Set(["next-hibernation", "next-hibernation-hand"]));
  });

  test("are told where the reconcilers do something else now", async () => {
    const vectors = await recordedVectors(["next-label"]);
    const lines: string[] = [];
    const ask = () => Promise.resolve({ expect: { label: "unknown" } });
    expect(await compareRecorded({ ask }, vectors, (line) => lines.push(line))).toBe(false);
    const others = vectors.filter(({ expect: then }) => JSON.stringify(then) !== '{"label":"unknown"}');
    expect(lines).toHaveLength(others.length + 1);
    expect(lines.at(-1)).toBe(
      `${vectors.length - others.length} of ${vectors.length} recorded vectors are what Gardener does`,
    );
  });
});
