import type { Worker } from "#lib/garden/shoot.ts";
import { isInPlace } from "../versions/filter-image.ts";
import type { HopEffect } from "./lane.ts";
import type { UpdateStep } from "./update-step.ts";

function effectOn(pools: readonly Worker[], kind: HopEffect["kind"]): HopEffect {
  let maximumNodes = 0;
  let isKnown = true;
  for (const { maximum } of pools) {
    if (typeof maximum === "number") maximumNodes += maximum;
    else isKnown = false;
  }
  const names = pools.map(({ name }) => name);
  return isKnown ? { kind, pools: names, maximumNodes } : { kind, pools: names };
}

function nodeChange(pool: Worker): "in-place-update" | "node-roll" {
  return isInPlace(pool) ? "in-place-update" : "node-roll";
}

/**
 * What a new Kubernetes version does to the nodes of the pools that run it: a patch restarts their kubelets, a new minor
 * replaces or updates every node.
 *
 * @param pools the pools that take the version; none for a control plane that nobody follows
 * @source Gardener: pkg/component/extensions/operatingsystemconfig, the key of a pool holds major and minor only
 */
export function kubernetesEffects(step: UpdateStep, pools: readonly Worker[]): readonly HopEffect[] {
  if (pools.length === 0) return [{ kind: "control-plane-only", pools: [] }];
  if (step === "patch") return [effectOn(pools, "kubelet-restart")];
  if (!pools.some(isInPlace)) return [effectOn(pools, "node-roll")];
  const kinds = Map.groupBy(pools, nodeChange);
  return [...kinds].map(([kind, alike]) => effectOn(alike, kind));
}

/** What a new image does to a pool's nodes: every node is replaced, or updated in place. */
export function imageEffects(pool: Worker): readonly HopEffect[] {
  return [effectOn([pool], nodeChange(pool))];
}
