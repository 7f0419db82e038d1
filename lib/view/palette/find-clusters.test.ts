import { expect, test } from "vitest";
import { createFleetContext } from "#lib/fleet/fields/create-fleet-context.ts";
import { formatFleetQuery } from "#lib/fleet/fleet-query.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { findClusters, rowsSpelledLike } from "./find-clusters.ts";

const rows = [
  sampleFleetRow({ project: "ledger", name: "tests", seed: "az-1", createdBy: "ines.caldeira" }),
  sampleFleetRow({ project: "pay", name: "old-ledger" }),
  sampleFleetRow({ project: "pay", name: "ledger-us", kubernetes: { version: "1.34.1", classification: "supported" } }),
  sampleFleetRow({ project: "pay", name: "ledger", health: "unhealthy" }),
  sampleFleetRow({
    project: "shop",
    name: "checkout",
    seed: "ledger-seed",
    labels: { "example.org/centre": "4200-commerce" },
  }),
];
const find = (typed: string, most = 8) => findClusters(typed, { rows, context: createFleetContext(0), most });
const names = (typed: string, most?: number) => find(typed, most).best.map(({ name }) => name);

test("the very name comes first, then names that begin so, projects, names that hold it, and the rest", () => {
  expect(names("ledger")).toEqual(["ledger", "ledger-us", "tests", "old-ledger", "checkout"]);
  expect(names("LEDGER us")).toEqual(["ledger-us"]);
  expect(names("pay/led")).toEqual(["ledger-us", "ledger"]);
});

test("a technical id, who created a cluster and a label find it", () => {
  expect(names("shoot--pay--ledger-us")).toEqual(["ledger-us"]);
  expect(names("ines.caldeira")).toEqual(["tests"]);
  expect(names("4200-commerce")).toEqual(["checkout"]);
});

test("fields mean what they mean in the list, and lead to it", () => {
  const found = find("k8s:1.33 status:unhealthy");
  expect(found.best.map(({ name }) => name)).toEqual(["ledger"]);
  expect(found).toMatchObject({ total: 1, asksFields: true });
  expect(formatFleetQuery(found.query)).toBe("?k8s=1.33&status=unhealthy");
  expect(formatFleetQuery(find("pay -k8s:1.33").query)).toBe("?q=pay&k8s=-1.33");
});

test("all are counted, however few are shown; half a value finds nothing yet", () => {
  expect(find("ledger", 2)).toMatchObject({ total: 5, best: [{ name: "ledger" }, { name: "ledger-us" }] });
  expect(find("status:unh")).toMatchObject({ total: 0, asksFields: true });
  expect(find("status:")).toMatchObject({ total: 0, asksFields: false });
  expect(find("")).toMatchObject({ total: 0, best: [] });
});

test("a name that is misspelled by one or two letters is found where nothing else is", () => {
  expect(names("ledgre")).toEqual([]);
  expect(names("ledgr")).toEqual(["ledger", "ledger-us", "old-ledger"]);
  expect(names("chekcout")).toEqual(["checkout"]);
  expect(find("chekcout")).toMatchObject({ total: 0 });
  expect(names("chk")).toEqual([]);
});

test("similar names are sought by one word of four letters or more, among the given clusters only", () => {
  const similar = (typed: string, among = rows) =>
    rowsSpelledLike(typed, { rows: among, most: 2 }).map(({ name }) => name);
  expect(similar(" Ledgr ")).toEqual(["ledger", "ledger-us"]);
  expect(similar("ledgr", rows.slice(0, 2))).toEqual(["old-ledger"]);
  expect([similar("led"), similar("ledgr us")]).toEqual([[], []]);
});
