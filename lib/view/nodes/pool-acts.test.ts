import { expect, test } from "vitest";
import { offeredPoolActs, poolActLabel } from "./pool-acts.ts";
import type { PendingRollout, PoolRow } from "./pool-rows.ts";

function pool(inPlace: boolean, ...waits: PendingRollout["id"][]): PoolRow {
  const pending = waits.map((id) => ({ id, sentence: "" }));
  return { name: "web", strategy: "", inPlace, pending, nodes: [], ready: 0 };
}

test.each([
  [pool(false), ["Replace its nodes", "Size…"]],
  [pool(false, "rotation"), ["Roll for the rotation", "Replace its nodes", "Size…"]],
  [pool(true), ["Size…"]],
  [pool(true, "manual-in-place"), ["Force the update in place", "Size…"]],
  [pool(true, "rotation", "auto-in-place"), ["Roll for the rotation", "Force the update in place", "Size…"]],
])("a pool is offered what makes sense for it: %j", (given, offered) => {
  expect(offeredPoolActs(given).map(poolActLabel)).toEqual(offered);
});
