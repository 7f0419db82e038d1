import { clusterTemplateLimits } from "#lib/contract/cluster-template-limits.ts";
import { freezeLimits } from "#lib/contract/freeze/freezes.ts";
import { stagedRunLimits } from "#lib/contract/staged/staged-runs.ts";
import { sampleCluster } from "./flat-landscape.ts";
import type { WorstRequest } from "./worst-profile-requests.ts";

const head = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\n";

function template(name: string, line: (index: number) => string, start = "spec:\n"): WorstRequest {
  let text = `${head}${start}`;
  for (let index = 0; text.length < clusterTemplateLimits.text - 60; index += 1) text += line(index);
  return { name, body: { kind: "save", name: "n".repeat(clusterTemplateLimits.name), text } };
}

/** Templates as long as one may be. */
export const worstTemplates: readonly WorstRequest[] = [
  template("many fields", (index) => `  f${index}: {a: 1}\n`),
  template("many annotations", (index) => `    example.com/a${index}: b\n`, "metadata:\n  annotations:\n"),
  template("many anchors and aliases", (index) => `  f${index}: [&a${index} x, *a${index}]\n`),
  template("deep fields", (index) => `${" ".repeat(index + 2)}f:\n`),
];

/** A freeze period with the longest name and the longest times. */
export const worstFreeze: WorstRequest = {
  name: "a long name",
  body: {
    ...{ kind: "save", project: sampleCluster.project, name: "n".repeat(freezeLimits.name) },
    ...{ from: "2026-12-18T17:00:00.000000000+01:00", until: "2027-01-04T08:00:00.000000000+01:00" },
  },
};

const inKeeper = { project: sampleCluster.project, name: "n".repeat(stagedRunLimits.name) };

/** A staged run of as many clusters as one can have. */
export const worstStagedRun: WorstRequest = {
  name: "as many clusters as can be",
  body: {
    ...{ ...inKeeper, verb: "Reconcile", intent: { kind: "newest-patch" }, stopPercent: 100 },
    stages: [{ name: "all", batches: Array.from({ length: 50 }, () => 1), gate: {} }],
    clusters: Array.from({ length: stagedRunLimits.clusters }, (_, index) => ({
      ...{ uid: `u${index}`, project: sampleCluster.project, name: sampleCluster.name, stage: 0, inWindow: false },
      ...{ act: { kind: "operation", id: "reconcile", when: "now" }, sentence: "s".repeat(300), substance: "s" },
    })),
  },
};

/** The progress of as many clusters as one body holds. */
export const worstStagedProgress: WorstRequest = {
  name: "much progress",
  body: {
    ...{ kind: "progress", project: sampleCluster.project, id: "r1", tab: "t1" },
    clusters: Array.from({ length: 25 }, (_, index) => ({
      ...{ uid: `u${index}`, phase: "failed" },
      progress: { attempt: 1, conflicts: 0, message: "m".repeat(2_000) },
    })),
  },
};
