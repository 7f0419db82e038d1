import type { ClusterContents } from "#lib/policy/readiness/contents/cluster-contents.ts";
import type { DrainedPool } from "#lib/policy/readiness/contents/step-drains.ts";
import type { ContentsLook } from "#lib/policy/readiness/contents-look.ts";
import { removedApis } from "#lib/policy/readiness/removed-apis.ts";
import { emptyContents, nodeWith, readPart } from "./contents-examples.ts";
import { readinessNow } from "./readiness-examples.ts";

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
