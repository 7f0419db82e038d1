import { expect, test } from "vitest";
import { rowSnapshot } from "#lib/act/bulk/bulk-cluster-after-observation.ts";
import { idleFleetRow } from "#lib/act/bulk/bulk-run.fixture.ts";
import type { BulkRun } from "#lib/act/bulk/bulk-run.ts";
import { type StagedRun, stagedRunLimits } from "#lib/contract/staged/staged-runs.ts";
import { bulkClusterOf, bulkRunOfStage, progressOf } from "./bulk-run-of-stage.ts";
import { sampleStagedRun } from "./staged-run.fixture.ts";

/** A run of one cluster, whose request was sent; Gardener says much about it, and the plan changes many pools. */
function sentRun(): { readonly staged: StagedRun; readonly sent: BulkRun } {
  const workers = Array.from({ length: 100 }, (_, index) => ({ name: `pool-${index}`, maximum: 5 }));
  const act = { kind: "change" as const, about: "manifest" as const, patch: { spec: { provider: { workers } } } };
  const sample = sampleStagedRun([1]);
  const staged = { ...sample, clusters: sample.clusters.map((cluster) => ({ ...cluster, act })) };
  const bulk = bulkRunOfStage(staged, "starter");
  if (bulk === undefined) throw new Error("the stage was not read");
  const description = "d".repeat(5_000);
  const before = rowSnapshot(
    idleFleetRow("s0c0", { lastOperation: { type: "Reconcile", state: "Failed", description } }),
  );
  const clusters = bulk.clusters.map((cluster) => ({
    ...{ ...cluster, phase: "sent" as const, act, before, sentAt: 7, acceptedVersion: "9", message: description },
  }));
  return { staged, sent: { ...bulk, clusters } };
}

test("what is stored of a cluster stays small, whatever Gardener says and the plan changes", () => {
  const { sent } = sentRun();
  const [progress] = progressOf(sent, undefined);
  expect(JSON.stringify(progress).length).toBeLessThan(stagedRunLimits.progressBytes);
});

test("a cluster that was sent is observed by the next tab as it was by the first", () => {
  const { staged, sent } = sentRun();
  const [progress] = progressOf(sent, undefined);
  const [cluster] = staged.clusters;
  if (progress === undefined || cluster === undefined) throw new Error("nothing was stored");
  const again = bulkClusterOf({ ...cluster, ...progress });
  expect(again).toMatchObject({ phase: "sent", act: cluster.act, sentAt: 7, acceptedVersion: "9", attempt: 1 });
  expect(again?.before).toMatchObject({ uid: "uid-s0c0", lastOperation: { type: "Reconcile", state: "Failed" } });
});

test("nothing is stored of a cluster that did not change, or is only previewed", () => {
  const { sent } = sentRun();
  expect(progressOf(sent, sent)).toEqual([]);
  const waiting = { ...sent, clusters: sent.clusters.map((cluster) => ({ ...cluster, phase: "waiting" as const })) };
  const previewing = {
    ...sent,
    clusters: sent.clusters.map((cluster) => ({ ...cluster, phase: "previewing" as const })),
  };
  expect(progressOf(previewing, waiting)).toEqual([]);
});
