import { expect, test } from "vitest";
import { clusterInPath } from "./cluster-in-path.ts";

test.each([
  { path: "/clusters/pay/ledger", of: { project: "pay", name: "ledger" } },
  { path: "/clusters/pay/ledger/updates?lane=x#change", of: { project: "pay", name: "ledger" } },
  { path: "/clusters/a%20b/c%2Fd", of: { project: "a b", name: "c/d" } },
  { path: "/clusters/%E0%A4%A/x", of: undefined },
  { path: "/clusters", of: undefined },
  { path: "/versions/images/gardenlinux", of: undefined },
])("$path is about $of", ({ path, of }) => {
  expect(clusterInPath(path)).toEqual(of);
});
