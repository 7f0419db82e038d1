import { emptyContents, nodeWith, readPart } from "#lib/testing/contents-examples.ts";
import { readinessNow } from "#lib/testing/readiness-examples.ts";
import { removedApis } from "../removed-apis.ts";
import type { ClusterContents } from "./cluster-contents.ts";
import type { ContentsLook } from "./contents-look.ts";
import type { DrainedPool } from "./step-drains.ts";

/** A pool whose nodes are replaced one after the other, each after its successor has come. */
export function drainedPool(differs: Partial<DrainedPool>): DrainedPool {
  return { name: "pool-0", isReplaced: true, surges: true, drain: { seconds: 7_200, isDefault: true }, ...differs };
}

/** A look into a cluster with one node, whose pool a step drains. */
export function lookAt(
  contents: Partial<ClusterContents>,
  { from = "1.32.4", to = "1.33.2", pools = [drainedPool({})] } = {},
): ContentsLook {
  return {
    contents: { ...emptyContents, nodes: readPart([nodeWith({})]), ...contents },
    step: { from, to, way: "chosen" },
    drains: { pools: new Map(pools.map((pool) => [pool.name, pool])), zones: ["a"] },
    removals: removedApis(from, to),
    now: readinessNow,
  };
}
