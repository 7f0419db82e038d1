import type { Shoot } from "#lib/garden/shoot.ts";
import { poolList } from "#lib/words/words.ts";

/** On which pools of the cluster files for containerd have an effect. */
export function criOf({ spec }: Shoot): string {
  const pools = spec.provider.workers ?? [];
  if (pools.length === 0) return "This cluster has no pools, and so no node that would read it.";
  const others = pools.filter(({ cri }) => (cri?.name ?? "containerd") !== "containerd");
  if (others.length === 0) return "All pools of this cluster run containerd.";
  return `It has no effect on ${poolList(others.map(({ name }) => name))}, which do not run containerd.`;
}
