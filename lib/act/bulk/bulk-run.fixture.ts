import type { Act } from "#lib/contract/act.ts";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import type { BulkEvent } from "./bulk-event.ts";
import { type BulkCluster, type BulkRun, defaultBatches, type PreviewDigest } from "./bulk-run.ts";

export const reconcile: Act = { kind: "operation", id: "reconcile", when: "now" };

/** Bulk run over `count` healthy clusters, for tests. */
export function bulkRun(count: number, differs: Partial<BulkRun> = {}): BulkRun {
  return {
    id: "run",
    owner: "operator@demo",
    verb: "Reconcile",
    title: "Reconcile",
    intent: { kind: "act", act: reconcile },
    createdAt: 0,
    batches: [...defaultBatches],
    stopRule: { kind: "first-failure" },
    status: "draft",
    toleratedFailures: 0,
    clusters: Array.from({ length: count }, (_, index) => bulkCluster(`c${index}`)),
    ...differs,
  };
}

export function bulkCluster(name: string, differs: Partial<BulkCluster> = {}): BulkCluster {
  return {
    uid: `uid-${name}`,
    project: "pay",
    name,
    phase: "waiting",
    attempt: 1,
    digest: bulkDigest(name),
    conflicts: 0,
    ...differs,
  };
}

export function bulkDigest(name: string, differs: Partial<PreviewDigest> = {}): PreviewDigest {
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

/** Row of a cluster that was reconciled long ago. */
export function idleRow(name: string, differs: Partial<FleetRow> = {}): FleetRow {
  return fleetRow({
    name,
    uid: `uid-${name}`,
    lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100, updatedAt: "2026-01-01T00:00:00Z" },
    ...differs,
  });
}

export function previewed(name: string, attempt = 1, differs: Partial<PreviewDigest> = {}): BulkEvent {
  const row = idleRow(name);
  return { type: "previewed", uid: `uid-${name}`, attempt, act: reconcile, digest: bulkDigest(name, differs), row };
}
