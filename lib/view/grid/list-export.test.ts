import { expect, test } from "vitest";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { exportTable, kubectlOf } from "./list-export.ts";

const rows = [
  fleetRow({ name: "ledger" }),
  fleetRow({ name: "shop", project: "shop", namespace: "garden-shop", health: "unhealthy" }),
  fleetRow({ name: "audit" }),
];

test("the list is taken along in its order, with its columns and what was asked", () => {
  const columns = [{ key: "health", label: "Health", textOf: ({ health }: { health: string }) => health }];
  const { table, document } = exportTable(rows, { columns, filter: "?q=x", at: "2026-11-24T00:00:00Z" });
  expect(table).toEqual([
    ["Project", "Cluster", "Health"],
    ["pay", "ledger", "healthy"],
    ["shop", "shop", "unhealthy"],
    ["pay", "audit", "healthy"],
  ]);
  expect(document).toMatchObject({ format: 1, filter: "?q=x", at: "2026-11-24T00:00:00Z", count: 3 });
  expect(document.clusters[1]).toEqual({
    project: "shop",
    name: "shop",
    namespace: "garden-shop",
    uid: "uid-shop",
    shown: { health: "unhealthy" },
  });
});

test("kubectl asks once for each project", () => {
  expect(kubectlOf(rows)).toBe(
    "kubectl get shoots --namespace garden-pay ledger audit\nkubectl get shoots --namespace garden-shop shop\n",
  );
  expect(kubectlOf([])).toBe("");
});
