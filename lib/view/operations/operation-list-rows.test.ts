import { describe, expect, it } from "vitest";
import { sampleBulkCluster, sampleBulkRun } from "#lib/act/bulk/bulk-run.fixture.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { type JournalAct, operationListRowsOf } from "./operation-list-rows.ts";
import { filterOperations, parseOperationsQuery, withOperationsFilter } from "./operations-query.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const running = sampleFleetRow({
  name: "busy",
  lastOperation: { type: "Reconcile", state: "Processing", progress: 40, updatedAt: "2026-03-01T11:59:00Z" },
});
const retrying = sampleFleetRow({
  name: "ill",
  lastOperation: { type: "Reconcile", state: "Error", description: "quota", updatedAt: "2026-03-01T09:00:00Z" },
});
const held = sampleFleetRow({
  name: "held",
  next: { subject: "seed-stopped", turn: "Operator", waiting: "operation" },
  lastOperation: { type: "Reconcile", state: "Processing", progress: 10, updatedAt: "2026-03-01T08:00:00Z" },
});
const resuming = sampleFleetRow({
  name: "resuming",
  lastOperation: { type: "Reconcile", state: "Aborted", updatedAt: "2026-03-01T07:00:00Z" },
});
const idle = sampleFleetRow({
  name: "idle",
  lastOperation: { type: "Create", state: "Succeeded", progress: 100, updatedAt: "2026-02-28T11:59:00Z" },
});
const waiting = sampleFleetRow({ name: "later", project: "shop", scheduledOperation: "rotate-ssh-keypair;reconcile" });
const act: JournalAct = {
  id: "1",
  title: "Reconcile",
  target: { uid: running.uid, project: "pay", name: "busy" },
  by: "me",
  trace: { kind: "operation", id: "reconcile", when: "now" },
  before: { uid: running.uid, resourceVersion: "90", observed: true },
  sentAt: now - 120_000,
  answer: {
    kind: "accepted",
    at: now - 119_000,
    accepted: { requestedAt: "", resourceVersion: "95", warnings: [] },
  },
};
const run = sampleBulkRun(2, {
  status: "finished",
  startedAt: now - 60_000,
  clusters: [sampleBulkCluster("c0", { phase: "succeeded" }), sampleBulkCluster("c1", { phase: "failed" })],
});
const lines = operationListRowsOf({
  rows: [running, retrying, idle, waiting, held, resuming],
  journal: [act, { ...act, id: "2", batch: "run" }],
  runs: [run],
  me: "me",
  now,
});
const keys = (search: string) =>
  filterOperations(lines, parseOperationsQuery(new URLSearchParams(search)), { me: "me", now }).map(({ key }) => key);

describe("the lines of the operations page", () => {
  it("show what clusters are at, what was asked here, runs, and each part of what is planned", () => {
    expect(lines.map(({ key, stateWords }) => [key, stateWords])).toEqual([
      ["run run", "Finished"],
      ["seen uid-busy", "Running 40 %"],
      ["here 1", "Running 40 %"],
      ["seen uid-ill", "Failed, retrying"],
      ["seen uid-held", "Held back: seed stopped"],
      ["seen uid-resuming", "Resuming"],
      ["planned uid-later reconcile", "Planned for the window"],
      ["planned uid-later rotate-ssh-keypair", "Planned for the window"],
    ]);
  });

  it("say nothing of who asked where Gardener does not keep it", () => {
    expect(lines.find(({ kind }) => kind === "seen")?.by).toBeUndefined();
  });

  it("call a finished run failed when a cluster of it has failed", () => {
    expect(lines.find(({ kind }) => kind === "batch")?.state).toBe("failed");
  });
});

describe("the filters", () => {
  it.each([
    { search: "kind=planned", expected: ["planned uid-later reconcile", "planned uid-later rotate-ssh-keypair"] },
    { search: "by=me", expected: ["run run", "here 1"] },
    { search: "state=failed", expected: ["run run", "seen uid-ill"] },
    { search: "since=1h&kind=seen", expected: ["seen uid-busy"] },
    {
      search: "project=shop&kind=planned",
      expected: ["planned uid-later reconcile", "planned uid-later rotate-ssh-keypair"],
    },
    { search: "state=dreaming&kind=batch", expected: ["run run"] },
  ])("$search", ({ search, expected }) => {
    expect(keys(search)).toEqual(expected);
  });

  it("leave the rest of the address as it is", () => {
    const search = new URLSearchParams("project=shop&tz=utc&kind=seen");
    expect(withOperationsFilter(search, "kind", "")).toBe("?project=shop&tz=utc");
    expect(withOperationsFilter(search, "state", "failed")).toBe("?project=shop&tz=utc&kind=seen&state=failed");
  });
});
