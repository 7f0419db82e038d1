import { describe, expect, it } from "vitest";
import { moveSeedAct } from "../plan/move-seed-act.ts";
import {
  idleFleetRow,
  reconcileAct,
  sampleBulkCluster,
  sampleBulkRun,
  samplePreviewDigest,
} from "./bulk-run.fixture.ts";
import type { PreviewDigest } from "./bulk-run.ts";
import {
  type BulkPlanEntry,
  batchSizesLabel,
  bulkPlanEntryOf,
  bulkPlanOf,
  type ClusterRank,
  clusterRankLabel,
  confirmationPhraseOf,
  consequencesOfBulkPlan,
  createConfirmedRun,
  describeWindowedClusters,
  startRunLabel,
} from "./plan-run.ts";

const planned = (digest: PreviewDigest) => ({ act: reconcileAct, digest });
const eligible = (count: number, tier = "popover") =>
  Array.from({ length: count }, (_, index) => ({
    cluster: sampleBulkCluster(`c${index}`),
    act: reconcileAct,
    digest: samplePreviewDigest(`c${index}`, { tier }),
  }));

const well: ClusterRank = { health: "healthy", purpose: "development", failed: false };
const eligibleEntry = (name: string, standing: Partial<ClusterRank> = {}, inWindow = false): BulkPlanEntry => ({
  kind: "eligible",
  act: reconcileAct,
  digest: samplePreviewDigest(name, { inWindow }),
  standing: { ...well, ...standing },
});

describe("the order of a plan", () => {
  const run = sampleBulkRun(5);
  const entries = new Map<string, BulkPlanEntry>([
    ["uid-c0", eligibleEntry("c0", { health: "unhealthy", purpose: "production", failed: true })],
    ["uid-c1", eligibleEntry("c1", { purpose: "production" })],
    ["uid-c2", eligibleEntry("c2", { health: "unhealthy" })],
    ["uid-c3", eligibleEntry("c3")],
    ["uid-c4", eligibleEntry("c4")],
  ]);
  const names = (clusters: readonly { readonly cluster: { readonly name: string } }[]) =>
    clusters.map(({ cluster }) => cluster.name);

  it("begins with what is healthy, and otherwise keeps the order of the list", () => {
    expect(names(bulkPlanOf(run, entries).eligible)).toEqual(["c3", "c4", "c2", "c1"]);
  });

  it.each(["production", "infrastructure"])("puts no cluster for %s before one of another purpose", (purpose) => {
    const mixed = new Map<string, BulkPlanEntry>([
      ["uid-c0", eligibleEntry("c0", { purpose })],
      ["uid-c1", eligibleEntry("c1", { health: "unhealthy", purpose: "evaluation" })],
      ["uid-c2", eligibleEntry("c2", { purpose: undefined })],
      ["uid-c3", eligibleEntry("c3", { health: "unhealthy", purpose })],
      ["uid-c4", eligibleEntry("c4", { failed: true, purpose: "testing" })],
    ]);
    const whole = bulkPlanOf(run, mixed, { withFailed: true });
    expect(names(whole.eligible)).toEqual(["c2", "c1", "c4", "c0", "c3"]);
  });

  it("ends with what changes in its maintenance window, however well it is, and says how many change now", () => {
    const staged = new Map(entries).set("uid-c3", eligibleEntry("c3", {}, true));
    const plan = bulkPlanOf(run, staged);
    expect(names(plan.eligible)).toEqual(["c4", "c2", "c1", "c3"]);
    expect(batchSizesLabel(plan, [1, 5, 25])).toBe("1, then 2");
    expect(describeWindowedClusters(plan)).toBe(
      "3 clusters change now, 1 in the maintenance window: those are written last, and no batch waits for them.",
    );
    expect(describeWindowedClusters(bulkPlanOf(run, entries))).toBeUndefined();
  });

  it("leaves out what has failed, with the reason, unless somebody wants it", () => {
    const plan = bulkPlanOf(run, entries);
    expect(plan.failed).toBe(1);
    expect(plan.excluded).toMatchObject([{ cluster: { name: "c0" }, reason: "The last operation failed." }]);
    const whole = bulkPlanOf(run, entries, { withFailed: true });
    expect(names(whole.eligible)).toEqual(["c3", "c4", "c2", "c1", "c0"]);
    expect(whole).toMatchObject({ excluded: [], failed: 1 });
  });

  it("takes what has failed where the act is its retry", () => {
    const intent = { kind: "act", act: { kind: "operation", id: "retry", when: "now" } } as const;
    const plan = bulkPlanOf({ ...run, intent }, entries);
    expect(names(plan.eligible)).toContain("c0");
    expect(plan.failed).toBe(0);
  });

  it("is told of the row that the live list shows", () => {
    const row = {
      ...idleFleetRow("c0"),
      purpose: "production",
      lastOperation: { state: "Failed" },
      next: { subject: "failed", turn: "Owner" },
    };
    const entry = bulkPlanEntryOf(planned(samplePreviewDigest("c0")), sampleBulkCluster("c0"), row);
    expect(entry).toMatchObject({ standing: { health: "healthy", purpose: "production", failed: true } });
    expect(clusterRankLabel({ ...well, purpose: "production" })).toBe("healthy, production");
    expect(clusterRankLabel({ ...well, failed: true })).toBe("last operation failed, development");
    expect(clusterRankLabel({ ...well, purpose: undefined })).toBe("healthy, no purpose");
  });
});

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
    expect(confirmationPhraseOf({ verb: "Reconcile" }, { eligible: plan })).toBe(expected);
  });

  it("repeats the button, in small letters", () => {
    expect(startRunLabel("Wake up", 3)).toBe("Wake up 3 clusters");
  });
});

describe("the plan", () => {
  const cluster = sampleBulkCluster("c0");

  it.each([
    {
      name: "a refusal",
      digest: samplePreviewDigest("c0", { refusal: "It is hibernated." }),
      reason: "It is hibernated.",
    },
    {
      name: "another cluster of the same name",
      digest: samplePreviewDigest("c0", { uid: "uid-new" }),
      reason: "recreated",
    },
  ])("excludes by $name", ({ digest, reason }) => {
    expect(bulkPlanEntryOf(planned(digest), cluster, idleFleetRow("c0"))).toEqual({
      kind: "excluded",
      reason: expect.stringContaining(reason),
    });
  });

  it("excludes what the live list does not show: its end could not be seen", () => {
    expect(bulkPlanEntryOf(planned(samplePreviewDigest("c0")), cluster, undefined).kind).toBe("excluded");
  });

  it("asks the eligible in order and keeps the others with their reason", () => {
    const run = sampleBulkRun(3);
    const entries = new Map<string, BulkPlanEntry>([
      ["uid-c0", { kind: "excluded", reason: "Not possible." }],
      ["uid-c1", eligibleEntry("c1")],
    ]);
    const plan = bulkPlanOf(run, entries);
    expect(plan.open.map(({ name }) => name)).toEqual(["c2"]);
    const confirmed = createConfirmedRun(run, plan, { batches: [1], stopRule: { kind: "first-failure" } });
    expect(confirmed.clusters.map(({ name, phase }) => [name, phase])).toEqual([
      ["c1", "waiting"],
      ["c0", "excluded"],
    ]);
  });

  it("keeps the Seed to which it moves each cluster, as it was confirmed", () => {
    const run = sampleBulkRun(1);
    const entry = bulkPlanEntryOf(
      { act: moveSeedAct("two"), digest: samplePreviewDigest("c0") },
      cluster,
      idleFleetRow("c0"),
    );
    const plan = bulkPlanOf(run, new Map([["uid-c0", entry]]));
    const confirmed = createConfirmedRun(run, plan, { batches: [1], stopRule: { kind: "first-failure" } });
    expect(confirmed.clusters.map(({ destination }) => destination)).toEqual(["two"]);
  });

  it("names each consequence once, with how many clusters it is about", () => {
    const plan = eligible(2).map(({ cluster: each, digest }) => ({
      cluster: each,
      digest: { ...digest, consequences: [{ id: "nodes", sentence: "Nodes are replaced." }] },
    }));
    expect(consequencesOfBulkPlan({ eligible: plan })).toEqual([{ sentence: "Nodes are replaced.", clusters: 2 }]);
  });

  it("says how the batches follow each other", () => {
    expect(batchSizesLabel({ eligible: eligible(14) }, [1, 5, 25])).toBe("1, then 5, then 8");
  });
});
