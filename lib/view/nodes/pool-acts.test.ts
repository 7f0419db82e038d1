import { expect, test } from "vitest";
import { offeredPoolActs, poolActLabel } from "./pool-acts.ts";
import type { PendingRollout, PoolRow } from "./pool-rows.ts";

function pool(inPlace: boolean, ...waits: PendingRollout["id"][]): PoolRow {
  const pending = waits.map((id) => ({ id, sentence: "" }));
  return { name: "web", strategy: "", inPlace, pending, nodes: [], ready: 0 };
}

test.each([
  [pool(false), ["Replace its nodes"]],
  [pool(false, "rotation"), ["Roll for the rotation", "Replace its nodes"]],
  [pool(true), []],
  [pool(true, "manual-in-place"), ["Force the update in place"]],
  [pool(true, "rotation", "auto-in-place"), ["Roll for the rotation", "Force the update in place"]],
])("a pool is offered what makes sense for it: %j", (given, offered) => {
  expect(offeredPoolActs(given).map(poolActLabel)).toEqual(offered);
});
