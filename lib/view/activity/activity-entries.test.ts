import { describe, expect, it } from "vitest";
import type { Activity } from "#lib/contract/activity.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { activityEntriesOf, groupByDay } from "./activity-entries.ts";

const shoot: Shoot = {
  metadata: {
    name: "prod",
    namespace: "garden-pay",
    creationTimestamp: "2025-01-01T00:00:00Z",
    annotations: { "gardener.cloud/created-by": "ada" },
  },
  spec: { kubernetes: { version: "1.35.6" }, provider: { type: "aws" } },
  status: {
    lastOperation: {
      type: "Reconcile",
      state: "Error",
      progress: 40,
      description: "quota",
      lastUpdateTime: "2026-03-01T11:00:00Z",
    },
    lastMaintenance: { state: "Succeeded", description: "Nothing to do.", triggeredTime: "2026-02-28T22:00:00Z" },
    credentials: {
      rotation: {
        certificateAuthorities: { phase: "Prepared", lastInitiationTime: "2026-02-27T10:00:00Z" },
        sshKeypair: { lastCompletionTime: "no date" },
      },
    },
  },
};
const activity: Activity = {
  readAt: "2026-03-01T12:00:00Z",
  events: [
    { id: "e1", type: "Warning", reason: "ReconcileError", message: "quota", count: 3, lastAt: "2026-03-01T11:00:30Z" },
    { id: "e2", type: "Normal", reason: "Undated", message: "", count: 1 },
  ],
  summaries: [],
  managers: [
    { manager: "kubectl-edit", operation: "Update", at: "2026-03-01T09:00:00Z", fields: ["spec.kubernetes"], more: 2 },
  ],
};

describe("the time line of a cluster", () => {
  const acts = [
    { id: "a", title: "Reconcile", by: "ada", sentAt: Date.parse("2026-03-01T10:00:00Z"), outcome: "Failed" },
  ];
  const lines = activityEntriesOf({ shoot, activity, acts });

  it("brings all sources into one order, the latest first, and leaves out what has no date", () => {
    expect(lines.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      "event: ReconcileError, 3 times",
      "operation: Reconcile: Error, 40 %",
      "here: Reconcile",
      "fields: kubectl-edit wrote the cluster",
      "maintenance: Maintenance: Succeeded",
      "rotation: Rotation of the certificate authorities begun",
      "operation: Created",
    ]);
  });

  it("has a summary in place of what the Shoot says about the same maintenance, with its sentences folded", () => {
    const summary: Activity["summaries"][number] = {
      ...{ cause: { kind: "maintenance" }, changes: [], pools: [], failures: [], tasks: [] },
      ...{ outcome: { kind: "done" }, begunAt: "2026-02-28T22:00:00Z", endedAt: "2026-02-28T22:20:00Z" },
    };
    const summarised = activityEntriesOf({ shoot, activity: { ...activity, summaries: [summary] }, acts });
    expect(summarised.filter(({ kind }) => kind === "maintenance")).toMatchObject([
      { title: "Maintenance done", sentences: expect.arrayContaining(["It took 20 min."]) },
    ]);
  });

  it("says which fields somebody wrote, and how many more", () => {
    expect(lines.find(({ kind }) => kind === "fields")?.detail).toBe("spec.kubernetes and 2 more");
  });

  it("names who created the cluster, and nobody where nobody keeps it", () => {
    expect(lines.map(({ by }) => by)).toEqual([
      undefined,
      "gardenlet",
      "ada",
      undefined,
      "gardener-controller-manager",
      undefined,
      "ada",
    ]);
  });

  it("tells the rest while events are unread", () => {
    expect(activityEntriesOf({ shoot, activity: undefined, acts: [] }).map(({ kind }) => kind)).toEqual([
      "operation",
      "maintenance",
      "rotation",
      "operation",
    ]);
  });

  it("stands under the days of the reader's clock", () => {
    const days = groupByDay(lines, (at) => new Date(at).toISOString().slice(0, 10));
    expect(days.map(({ day, lines: ofDay }) => [day, ofDay.length])).toEqual([
      ["2026-03-01", 4],
      ["2026-02-28", 1],
      ["2026-02-27", 1],
      ["2025-01-01", 1],
    ]);
  });
});
