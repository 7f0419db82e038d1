import { expect, test } from "vitest";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { adjacentClusterInList, recordShownList } from "./recently-shown-list.ts";

test("from a cluster one goes to those beside it in the list that was seen last, and not beyond its ends", () => {
  const [ledger, shop, wiki] = ["ledger", "shop", "wiki"].map((name) => ({
    row: sampleFleetRow({ project: "pay", name }),
  }));
  if (!ledger || !shop || !wiki) throw new Error("three were made");
  expect(adjacentClusterInList(shop.row, 1), "no list was seen").toBeUndefined();
  recordShownList([wiki, shop, ledger]);
  expect(adjacentClusterInList(shop.row, 1)?.name).toBe("ledger");
  expect(adjacentClusterInList(shop.row, -1)?.name).toBe("wiki");
  expect(adjacentClusterInList(wiki.row, -1)).toBeUndefined();
  expect(adjacentClusterInList({ project: "other", name: "shop" }, 1)).toBeUndefined();
});
