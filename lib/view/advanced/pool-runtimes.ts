import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { poolsLabel } from "#lib/words/format-list.ts";

/** Says on which pools of the cluster files for containerd have an effect. */
export function describeContainerdPools({ spec }: Shoot): string {
  const pools = spec.provider.workers ?? [];
  if (pools.length === 0) return text("This cluster has no pools, and so no node that would read it.");
  const others = pools.filter(({ cri }) => (cri?.name ?? "containerd") !== "containerd");
  if (others.length === 0) return text("All pools of this cluster run containerd.");
  return text("It has no effect on {pools}, which do not run containerd.", {
    pools: poolsLabel(others.map(({ name }) => name)),
  });
}
