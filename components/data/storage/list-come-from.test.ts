import { expect, test } from "vitest";
import { fleetRow } from "#lib/fleet/fleet-row.fixture.ts";
import { clusterBeside, noteListSeen } from "./list-come-from.ts";

test("from a cluster one goes to those beside it in the list that was seen last, and not beyond its ends", () => {
  const [ledger, shop, wiki] = ["ledger", "shop", "wiki"].map((name) => ({ row: fleetRow({ project: "pay", name }) }));
  if (!ledger || !shop || !wiki) throw new Error("three were made");
  expect(clusterBeside(shop.row, 1), "no list was seen").toBeUndefined();
  noteListSeen([wiki, shop, ledger]);
  expect(clusterBeside(shop.row, 1)?.name).toBe("ledger");
  expect(clusterBeside(shop.row, -1)?.name).toBe("wiki");
  expect(clusterBeside(wiki.row, -1)).toBeUndefined();
  expect(clusterBeside({ project: "other", name: "shop" }, 1)).toBeUndefined();
});
