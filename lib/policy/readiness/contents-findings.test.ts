import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { type ContentsExample, emptyContents, soundClusters } from "#lib/testing/contents-examples.ts";
import { plantedFaults } from "#lib/testing/contents-faults.ts";
import { contextOf, plantedObstacles } from "#lib/testing/readiness-examples.ts";
import { testRandomCases } from "#lib/testing/test-random-cases.ts";
import { assessReadiness, type ReadinessResult } from "./assess-readiness.ts";
import type { ClusterContents, UnreadReason } from "./contents/cluster-contents.ts";
import type { ContentsFindingId } from "./contents/contents-facts.ts";

const bestFirst: readonly ReadinessResult[] = ["ready", "ready-as-known", "ready-with-risks", "not-ready"];
const rankOf = (result: ReadinessResult) => bestFirst.indexOf(result);

const assess = (example: ContentsExample) =>
  assessReadiness(example.shoot, example.step, { ...contextOf(example), contents: example.contents });

const partNames = Object.keys(emptyContents).filter((name) => name !== "readAt");

function withPart(contents: ClusterContents, name: string, change: object): ClusterContents {
  return { ...contents, [name]: { ...emptyContents.pods, ...change } };
}

describe("a sound cluster that was read completely", () => {
  testRandomCases(
    { worlds: soundClusters, tell: assess, runs: { seed: 43, numRuns: 500 } },
    {
      "is ready: what is found are notes": ({ findings, result }) => {
        expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
        expect(result).toBe("ready");
      },
      "leaves only the quotas of the cloud account unread": ({ unread, unreadContents }) => {
        expect(unread).toEqual(["machine-quota"]);
        expect(unreadContents).toEqual([]);
      },
    },
  );
});

/** A webhook that must answer is problematic to Gardener too, whether it answers or not. */
const alsoFound: Partial<Record<ContentsFindingId, ContentsFindingId>> = {
  "webhook-unreachable": "webhook-problematic",
  "certificates-ended": "webhook-problematic",
};

describe.each(plantedFaults)("$name", ({ plant, finding, best }) => {
  testRandomCases(
    {
      worlds: soundClusters,
      tell: (example) => assess(plant(example)),
      runs: { seed: 44, numRuns: caseCount(15, 500) },
    },
    {
      "is found": (after) => {
        expect(after.findings.map(({ id }) => id)).toContain(finding);
      },
      "lets the result be no better than it is": (after) => {
        expect(rankOf(after.result)).toBeGreaterThanOrEqual(rankOf(best));
      },
      "leaves the cluster ready if it is a remark": (after) => {
        if (best === "ready") expect(after.result).toBe("ready");
      },
      "brings no other obstacle with it": (after) => {
        const obstacles = after.findings.filter(({ severity }) => severity !== "note");
        expect(obstacles.filter(({ id }) => id !== finding && id !== alsoFound[finding])).toEqual([]);
      },
    },
  );
});

describe("any faults at once, outside and inside", () => {
  testRandomCases(
    {
      worlds: fc.record({
        example: soundClusters,
        inside: fc.shuffledSubarray([...plantedFaults], { minLength: 1, maxLength: 6 }),
        outside: fc.shuffledSubarray([...plantedObstacles], { maxLength: 2 }),
      }),
      tell: ({ example, inside, outside }) => {
        const obstructed = outside.reduce<ContentsExample>(
          (now, { plant }) => ({ ...plant(now), contents: now.contents }),
          example,
        );
        return { inside, outside, readiness: assess(inside.reduce((now, { plant }) => plant(now), obstructed)) };
      },
      runs: { seed: 45, numRuns: 500 },
    },
    {
      "never leave a cluster readier than the worst of them does": ({ inside, outside, readiness }) => {
        const isHarmless = (result: string) => result === "ready" || result === "ready-as-known";
        if ([...inside, ...outside].every(({ best }) => isHarmless(best))) return;
        expect(isHarmless(readiness.result)).toBe(false);
      },
    },
  );
});

describe("a look that is older than the present cluster", () => {
  const [sound] = fc.sample(soundClusters, { numRuns: 1, seed: 43 });
  if (sound === undefined) throw new Error("no example");
  const { now } = contextOf(sound);
  const assessLater = (minutes: number, isShootChanged = false, { shoot, step, contents }: ContentsExample = sound) =>
    assessReadiness(shoot, step, {
      ...contextOf(sound),
      contents: { ...contents, readAt: now - minutes * minuteMs },
      isShootChanged,
    });

  test("leaves a cluster ready for 15 minutes only, and only while its Shoot stays as it was", () => {
    expect(assessLater(15)).toMatchObject({ result: "ready", unread: ["machine-quota"] });
    expect(assessLater(16)).toMatchObject({ result: "ready-as-known", unread: ["inside-since", "machine-quota"] });
    expect(assessLater(0, true)).toMatchObject({ result: "ready-as-known", unread: ["inside-since", "machine-quota"] });
  });

  test("still stands against a cluster by what it found", () => {
    const fault = plantedFaults.find(({ best }) => best === "not-ready");
    expect(fault && assessLater(600, true, fault.plant(sound)).result).toBe("not-ready");
  });
});

describe("a part that was not read, or not completely", () => {
  testRandomCases(
    {
      worlds: fc.record({
        example: soundClusters,
        names: fc.shuffledSubarray(partNames, { minLength: 1 }),
        change: fc.oneof(
          fc.record({
            state: fc.constant("unread"),
            why: fc.constantFrom<UnreadReason>("forbidden", "not-asked", "timed-out", "too-large"),
          }),
          fc.constant({ isComplete: false }),
          fc.constant({ unreadable: 1 }),
        ),
      }),
      tell: ({ example, names, change }) => {
        const contents = names.reduce((now, name) => withPart(now, name, change), example.contents);
        return { names, readiness: assess({ ...example, contents }) };
      },
      runs: { seed: 46, numRuns: 500 },
    },
    {
      "keeps the cluster from being just ready": ({ readiness }) => {
        expect(readiness.result).not.toBe("ready");
      },
      "is named": ({ names, readiness }) => {
        expect(readiness.unreadContents.map(({ part }) => part).toSorted()).toEqual(names.toSorted());
      },
    },
  );
});

test("nothing that the garden could not read lets a cluster be just ready either", () => {
  const [example] = fc.sample(soundClusters, 1);
  if (example === undefined) throw new Error("no example");
  const { shoot } = example;
  const results = [{ conditions: [] }, { constraints: [] }].map(
    (status) => assess({ ...example, shoot: { ...shoot, status: { ...shoot.status, ...status } } }).result,
  );
  expect(results).toEqual(["ready-as-known", "ready-as-known"]);
});
