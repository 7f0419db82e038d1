import { describe, expect, it } from "vitest";
import type { Act } from "#lib/contract/act.ts";
import { moveSeedAct } from "../plan/move-seed-act.ts";
import { bulkClusterAfterObservation, rowSnapshot } from "./bulk-cluster-after-observation.ts";
import { idleFleetRow, reconcileAct, sampleBulkCluster, samplePreviewDigest } from "./bulk-run.fixture.ts";
import { type BulkCluster, bulkClusterSchema } from "./bulk-run.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const before = rowSnapshot(idleFleetRow("c0"));
const change: Act = { kind: "change", about: "kubernetes-version", patch: { spec: {} } };

function sent(act: Act, differs: Parameters<typeof sampleBulkCluster>[1] = {}) {
  return sampleBulkCluster("c0", { phase: "sent", act, before, sentAt: now, acceptedVersion: "101", ...differs });
}

/** The cluster as the browser reads it again after a reload. */
const restored = (cluster: BulkCluster): BulkCluster => bulkClusterSchema.parse(JSON.parse(JSON.stringify(cluster)));

describe("the end of an act in a run", () => {
  it.each([
    {
      name: "a plan for the window ends when the garden shows it",
      cluster: sent({ kind: "operation", id: "rotate-ssh-keypair", when: "in-window" }),
      row: idleFleetRow("c0", { resourceVersion: "102", scheduledOperation: "reconcile;rotate-ssh-keypair" }),
      phase: "planned",
      message: "Planned",
    },
    {
      name: "a plan that the garden does not show is not done",
      cluster: sent({ kind: "operation", id: "rotate-ssh-keypair", when: "in-window" }),
      row: idleFleetRow("c0", { resourceVersion: "102" }),
      phase: "sent",
      message: undefined,
    },
    {
      name: "a change that waits for the window ends when it is written",
      cluster: sent(change, { digest: samplePreviewDigest("c0", { inWindow: true }) }),
      row: idleFleetRow("c0", { resourceVersion: "102" }),
      phase: "planned",
      message: "maintenance window",
    },
    {
      name: "a change that waits for the window is not done by a reconciliation that was running before",
      cluster: sent(change, { digest: samplePreviewDigest("c0", { inWindow: true }) }),
      row: idleFleetRow("c0", {
        resourceVersion: "102",
        lastOperation: { type: "Reconcile", state: "Succeeded", updatedAt: "2026-03-01T12:00:10Z" },
      }),
      phase: "planned",
      message: "maintenance window",
    },
    {
      name: "labels and annotations need no run",
      cluster: sent({ kind: "change", about: "manifest", patch: { metadata: { labels: { team: "blue" } } } }),
      row: idleFleetRow("c0", { resourceVersion: "102" }),
      phase: "succeeded",
      message: "nothing has to run",
    },
    {
      name: "a move that waits too long fails with what the new Seed lacks",
      cluster: sent(moveSeedAct("two"), { sentAt: now - 10 * 60_000 }),
      row: idleFleetRow("c0", { resourceVersion: "102", next: { subject: "leaving-seed", turn: "Operator" } }),
      phase: "failed",
      message: "The move waits for the new Seed",
    },
    {
      name: "a move that is called back ends with the reconciliation on the Seed where the cluster stays",
      cluster: restored(
        sent(moveSeedAct("one"), {
          before: rowSnapshot(idleFleetRow("c0", { next: { subject: "leaving-seed", turn: "Operator" } })),
        }),
      ),
      row: idleFleetRow("c0", {
        resourceVersion: "102",
        lastOperation: { type: "Reconcile", state: "Succeeded", updatedAt: "2026-03-01T12:00:10Z" },
      }),
      phase: "succeeded",
      message: "was seen to succeed",
    },
    {
      name: "maintenance ends by lastMaintenance",
      cluster: sent({ kind: "operation", id: "maintain", when: "now" }),
      row: idleFleetRow("c0", {
        resourceVersion: "102",
        lastMaintenance: { state: "Failed", triggeredAt: "2026-03-01T12:00:10Z" },
      }),
      phase: "failed",
      message: "Failed",
    },
    {
      name: "a cluster that was not healthy need not become healthy",
      cluster: sent(reconcileAct, { before: { ...before, health: "unhealthy" } }),
      row: idleFleetRow("c0", {
        resourceVersion: "102",
        health: "unhealthy",
        lastOperation: { type: "Reconcile", state: "Succeeded", updatedAt: "2026-03-01T12:00:10Z" },
      }),
      phase: "succeeded",
      message: "Reconcile was seen to succeed; the cluster is unhealthy.",
    },
    {
      name: "a pending annotation shows that an unanswered operation arrived",
      cluster: sent(reconcileAct, { phase: "unanswered", acceptedVersion: undefined }),
      row: idleFleetRow("c0", { resourceVersion: "102", pendingOperation: "reconcile" }),
      phase: "sent",
      message: "arrived",
    },
  ])("$name", ({ cluster, row, phase, message }) => {
    const seen = bulkClusterAfterObservation(cluster, row, now + 20_000);
    expect(seen.phase).toBe(phase);
    if (message === undefined) expect(seen).toBe(cluster);
    else expect(seen.message).toContain(message);
  });

  describe("in its window", () => {
    const windows = { window: { begin: "220000+0000", end: "230000+0000" } };
    const evening = Date.parse("2026-03-01T22:00:00Z");
    const confined = sent(change, { digest: samplePreviewDigest("c0", { inWindow: true }) });
    const waiting = { subject: "changes-held", turn: "Gardener" };
    const written = bulkClusterAfterObservation(
      confined,
      idleFleetRow("c0", { ...windows, resourceVersion: "102" }),
      now + 20_000,
    );
    const ran = (state: string, more: Parameters<typeof idleFleetRow>[1] = {}) =>
      idleFleetRow("c0", {
        ...windows,
        resourceVersion: "110",
        lastOperation: { type: "Reconcile", state, updatedAt: "2026-03-01T22:20:00Z", description: "no quota" },
        ...more,
      });
    const at = (minute: number) => evening + minute * 60_000;

    it("is followed from when that begins", () => {
      expect(written).toMatchObject({ phase: "planned", window: { fromMs: evening, toMs: at(60) } });
      expect(bulkClusterAfterObservation(written, ran("Succeeded"), at(-1))).toBe(written);
    });
    it.each([
      ["what ran there and succeeded is done", ran("Succeeded"), 25, "succeeded", "was seen to succeed"],
      ["what failed there has failed", ran("Failed"), 25, "failed", "Failed: no quota"],
      ["what still waits is still planned", ran("Succeeded", { next: waiting }), 25, "planned", "Written"],
      ["what runs is waited for", ran("Processing"), 90, "planned", "Written"],
      ["where nothing was seen it says so", ran("Succeeded", { next: waiting }), 71, "failed", "has passed"],
      [
        "what was held back names what holds it",
        ran("Succeeded", { next: { subject: "seed-stopped", turn: "Operator" }, lastOperation: undefined }),
        71,
        "failed",
        "until the stop is lifted",
      ],
      ["a cluster that is gone is gone", undefined, 25, "failed", "no longer there"],
    ])("%s", (_name, row, minute, phase, message) => {
      const seen = bulkClusterAfterObservation(written, row, at(minute));
      expect(seen).toMatchObject({ phase, message: expect.stringContaining(message) });
    });
    it("a good end is believed after the window as well", () => {
      const late = bulkClusterAfterObservation(written, ran("Succeeded", { next: waiting }), at(71));
      expect(bulkClusterAfterObservation(late, ran("Succeeded"), at(80))).toMatchObject({ phase: "succeeded" });
    });
  });

  it("waits for what is held back, and says after ten minutes what holds it", () => {
    const row = idleFleetRow("c0", { resourceVersion: "102", next: { subject: "seed-stopped", turn: "Operator" } });
    const cluster = sent(reconcileAct);
    expect(bulkClusterAfterObservation(cluster, row, now + 20_000)).toBe(cluster);
    expect(bulkClusterAfterObservation(cluster, row, now + 11 * 60_000)).toMatchObject({
      phase: "failed",
      message: expect.stringContaining("until the stop is lifted"),
    });
  });

  it("goes on with what a restart of Gardener has interrupted", () => {
    const lastOperation = { type: "Reconcile", state: "Aborted", updatedAt: "2026-03-01T12:00:10Z" };
    const cluster = sent(reconcileAct);
    expect(
      bulkClusterAfterObservation(cluster, idleFleetRow("c0", { resourceVersion: "102", lastOperation }), now + 20_000),
    ).toBe(cluster);
  });

  it("gives up waiting for a result after ten minutes, and still believes an end that comes later", () => {
    const late = bulkClusterAfterObservation(
      sent(reconcileAct),
      idleFleetRow("c0", { resourceVersion: "102" }),
      now + 11 * 60_000,
    );
    expect(late).toMatchObject({ phase: "failed", message: expect.stringContaining("No result") });
    const lastOperation = { type: "Reconcile", state: "Succeeded", updatedAt: "2026-03-01T12:20:00Z" };
    const end = bulkClusterAfterObservation(
      late,
      idleFleetRow("c0", { resourceVersion: "110", lastOperation }),
      now + 21 * 60_000,
    );
    expect(end).toMatchObject({ phase: "succeeded", message: expect.stringContaining("in the end") });
  });
});
