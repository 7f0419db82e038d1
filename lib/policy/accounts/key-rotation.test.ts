import { describe, expect, test } from "vitest";
import { createRandom } from "#lib/random.ts";
import { caseCount } from "#lib/testing/case-count.fixture.ts";
import { type CloudKeyFacts, keyRotationProgress } from "./key-rotation.ts";

const changedAt = "2026-11-24T09:00:00Z";
const cluster = (uptake: CloudKeyFacts["clusters"][number]["uptake"]) => ({ uptake });
const facts = (differs: Partial<CloudKeyFacts> = {}): CloudKeyFacts => {
  return { changedAt, clusters: [cluster("uses-new"), cluster("uses-new")], mayBeMore: false, ...differs };
};

describe("the exchange of a cloud key", () => {
  test("begins with the new key where no change is known", () => {
    const clusters = [cluster("unknown")];
    expect(keyRotationProgress(facts({ changedAt: undefined, clusters }))).toMatchObject({
      step: "put-in",
      mayRetire: "no",
    });
  });

  test("waits for every cluster, also for one that was reconciled too soon to count", () => {
    const clusters = [cluster("uses-new"), cluster("waits"), cluster("failed"), cluster("too-soon")];
    expect(keyRotationProgress(facts({ clusters }))).toEqual({
      step: "reconcile",
      upToDate: 1,
      mayRetire: "no",
    });
  });

  test("ends with the old key, unless clusters that nobody here sees can use it", () => {
    expect(keyRotationProgress(facts())).toMatchObject({ step: "retire", mayRetire: "yes" });
    expect(keyRotationProgress(facts({ mayBeMore: true }))).toMatchObject({
      step: "retire",
      mayRetire: "unless-unseen",
    });
  });

  test("lets the old key go only if the change is known and no cluster is behind", () => {
    const random = createRandom(11, "keys");
    for (let round = 0; round < caseCount(300, 5_000); round += 1) {
      const clusters = Array.from({ length: random.int(0, 5) }, () =>
        cluster(random.pick(["uses-new", "uses-new", "too-soon", "waits", "failed", "unknown"])),
      );
      const given = facts({
        clusters,
        mayBeMore: random.chance(0.5),
        ...(random.chance(0.2) && { changedAt: undefined }),
      });
      const { mayRetire, step, upToDate } = keyRotationProgress(given);
      const isDone = given.changedAt !== undefined && clusters.every(({ uptake }) => uptake === "uses-new");
      expect(mayRetire !== "no").toBe(isDone);
      expect(step === "retire").toBe(isDone);
      expect(upToDate).toBe(clusters.filter(({ uptake }) => uptake === "uses-new").length);
    }
  });
});
