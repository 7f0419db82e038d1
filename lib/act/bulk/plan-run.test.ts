import { describe, expect, it } from "vitest";
import { bulkCluster, bulkDigest, bulkRun, idleRow } from "./bulk-run.fixture.ts";
import {
  actWords,
  batchWords,
  confirmedRun,
  consequencesOf,
  type PlanEntry,
  phraseOf,
  planEntry,
  planOf,
} from "./plan-run.ts";

const eligible = (count: number, tier = "popover") =>
  Array.from({ length: count }, (_, index) => ({
    cluster: bulkCluster(`c${index}`),
    digest: bulkDigest(`c${index}`, { tier }),
  }));

describe("the phrase of a plan", () => {
  it.each([
    { name: "ten reconciles need no typing", plan: eligible(10), expected: undefined },
    { name: "more than ten need it, whatever they do", plan: eligible(11), expected: "reconcile 11 clusters" },
    {
      name: "what costs a dialog for one needs it for two",
      plan: eligible(2, "dialog"),
      expected: "reconcile 2 clusters",
    },
    { name: "one cluster is named in the singular", plan: eligible(1, "typed-name"), expected: "reconcile 1 cluster" },
    { name: "without a cluster there is nothing to confirm", plan: [], expected: undefined },
  ])("$name", ({ plan, expected }) => {
    expect(phraseOf({ verb: "Reconcile" }, { eligible: plan })).toBe(expected);
  });

  it("repeats the button, in small letters", () => {
    expect(actWords("Wake up", 3)).toBe("Wake up 3 clusters");
  });
});

describe("the plan", () => {
  const cluster = bulkCluster("c0");

  it.each([
    { name: "a refusal", digest: bulkDigest("c0", { refusal: "It is hibernated." }), reason: "It is hibernated." },
    { name: "another cluster of the same name", digest: bulkDigest("c0", { uid: "uid-new" }), reason: "recreated" },
  ])("excludes by $name", ({ digest, reason }) => {
    expect(planEntry(digest, cluster, idleRow("c0"))).toEqual({
      kind: "excluded",
      reason: expect.stringContaining(reason),
    });
  });

  it("excludes what the live list does not show: its end could not be seen", () => {
    expect(planEntry(bulkDigest("c0"), cluster, undefined).kind).toBe("excluded");
  });

  it("asks the eligible in order and keeps the others with their reason", () => {
    const run = bulkRun(3);
    const entries = new Map<string, PlanEntry>([
      ["uid-c0", { kind: "excluded", reason: "Not possible." }],
      ["uid-c1", { kind: "eligible", digest: bulkDigest("c1") }],
    ]);
    const plan = planOf(run, entries);
    expect(plan.open.map(({ name }) => name)).toEqual(["c2"]);
    const confirmed = confirmedRun(run, plan, { batches: [1], stopRule: { kind: "first-failure" } });
    expect(confirmed.clusters.map(({ name, phase }) => [name, phase])).toEqual([
      ["c1", "waiting"],
      ["c0", "excluded"],
    ]);
  });

  it("names each consequence once, with how many clusters it is about", () => {
    const plan = eligible(2).map(({ cluster: each, digest }) => ({
      cluster: each,
      digest: { ...digest, consequences: [{ id: "nodes", sentence: "Nodes are replaced." }] },
    }));
    expect(consequencesOf({ eligible: plan })).toEqual([{ sentence: "Nodes are replaced.", clusters: 2 }]);
  });

  it("says how the batches follow each other", () => {
    expect(batchWords(14, [1, 5, 25])).toBe("1, then 5, then 8");
  });
});
