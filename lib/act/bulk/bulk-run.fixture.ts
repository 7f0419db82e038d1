import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import type { BulkEvent } from "./bulk-event.ts";
import { type BulkCluster, type BulkRun, defaultBatchSizes, type PreviewDigest } from "./bulk-run.ts";

export const reconcileAct: Act = { kind: "operation", id: "reconcile", when: "now" };

/** A bulk run over `count` healthy clusters, with a test's changes. */
export function sampleBulkRun(count: number, differs: Partial<BulkRun> = {}): BulkRun {
  return {
    id: "run",
    owner: "operator@demo",
    verb: "Reconcile",
    title: "Reconcile",
    intent: { kind: "act", act: reconcileAct },
    createdAt: 0,
    batches: [...defaultBatchSizes],
    stopRule: { kind: "first-failure" },
    status: "draft",
    toleratedFailures: 0,
    clusters: Array.from({ length: count }, (_, index) => sampleBulkCluster(`c${index}`)),
    ...differs,
  };
}

export function sampleBulkCluster(name: string, differs: Partial<BulkCluster> = {}): BulkCluster {
  return {
    uid: `uid-${name}`,
    project: "pay",
    name,
    phase: "waiting",
    attempt: 1,
    digest: samplePreviewDigest(name),
    conflicts: 0,
    ...differs,
  };
}

export function samplePreviewDigest(name: string, differs: Partial<PreviewDigest> = {}): PreviewDigest {
  return {
    uid: `uid-${name}`,
    resourceVersion: "100",
    hash: "a".repeat(43),
    sentence: `Reconcile ${name} now`,
    substance: "reconcile",
    cautions: [],
    consequences: [],
    tier: "popover",
    dryRun: "accepted",
    inWindow: false,
    ...differs,
  };
}

/** The list row of a cluster whose last reconciliation was long ago. */
export function idleFleetRow(name: string, differs: Partial<FleetRow> = {}): FleetRow {
  return sampleFleetRow({
    name,
    uid: `uid-${name}`,
    lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-01-01T00:00:00Z" },
    ...differs,
  });
}

export function previewedEvent(name: string, attempt = 1, differs: Partial<PreviewDigest> = {}): BulkEvent {
  const row = idleFleetRow(name);
  return {
    type: "previewed",
    uid: `uid-${name}`,
    attempt,
    act: reconcileAct,
    digest: samplePreviewDigest(name, differs),
    row,
  };
}
