import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { exportClusters, kubectlGetCommandOf } from "./export-clusters.ts";

const rows = [
  sampleFleetRow({ name: "ledger" }),
  sampleFleetRow({ name: "shop", project: "shop", namespace: "garden-shop", health: "unhealthy" }),
  sampleFleetRow({ name: "audit" }),
];

test("the list is taken along in its order, with its columns and what was asked", () => {
  const columns = [{ key: "health", title: "Health", textOf: ({ health }: { health: string }) => health }];
  const { table, document } = exportClusters(rows, { columns, filter: "?q=x", now: Date.UTC(2026, 10, 24) });
  expect(table).toEqual([
    ["Project", "Cluster", "Health"],
    ["pay", "ledger", "healthy"],
    ["shop", "shop", "unhealthy"],
    ["pay", "audit", "healthy"],
  ]);
  expect(document).toMatchObject({ format: 2, filter: "?q=x", at: "2026-11-24T00:00:00Z", count: 3 });
  expect(document.clusters).toContainEqual({
    project: "shop",
    name: "shop",
    namespace: "garden-shop",
    uid: "uid-shop",
    shown: { health: "unhealthy" },
    instants: {},
  });
});

test("a column about a moment has the moment itself beside it, and none of its own where the moment says all", () => {
  const held = [
    sampleFleetRow({ name: "a", lastOperation: { updatedAt: "2026-11-24T10:00:00+01:00" } }),
    sampleFleetRow(),
  ];
  const columns = [{ key: "op", title: "Last operation", textOf: () => "Reconcile" }];
  const { table, document } = exportClusters(held, { columns, filter: "", now: Date.UTC(2026, 10, 24) });
  expect(table).toEqual([
    ["Project", "Cluster", "Last operation", "Last operation at"],
    ["pay", "a", "Reconcile", "2026-11-24T09:00:00Z"],
    ["pay", "prod-eu1", "Reconcile", ""],
  ]);
  const created = [{ key: "created", title: "Created", textOf: () => "3 d ago" }];
  const [head, first] = exportClusters([sampleFleetRow({ createdAt: "2026-11-21T00:00:00Z" })], {
    ...{ columns: created, filter: "", now: Date.UTC(2026, 10, 24) },
  }).table;
  expect([head, first]).toEqual([
    ["Project", "Cluster", "Created at"],
    ["pay", "prod-eu1", "2026-11-21T00:00:00Z"],
  ]);
  expect(document).toMatchObject({ clusters: [{ instants: { operationAt: "2026-11-24T09:00:00Z" } }, {}] });
});

test("kubectl asks once for each project", () => {
  expect(kubectlGetCommandOf(rows)).toBe(
    "kubectl get shoots --namespace garden-pay ledger audit\nkubectl get shoots --namespace garden-shop shop\n",
  );
  expect(kubectlGetCommandOf([...rows, ...rows])).toBe(kubectlGetCommandOf(rows));
  expect(kubectlGetCommandOf([])).toBe("");
});
