import type { MaintenanceProposal } from "../maintenance/compose-run.ts";
import type { VersionedComponent } from "./versioned-component.ts";

/** A version that a maintenance run updates, or would have updated. */
export interface AttemptedVersionUpdate {
  readonly lane: VersionedComponent;
  readonly from: string;
  readonly to: string;
}

/** The versions changed by a run, of the control plane and of every pool, in the order of the spec. */
export function attemptedVersionUpdates({ before, after }: MaintenanceProposal): readonly AttemptedVersionUpdate[] {
  const steps: AttemptedVersionUpdate[] = [
    { lane: { kind: "control-plane" }, from: before.kubernetes, to: after.kubernetes },
  ];
  for (const [place, pool] of before.pools.entries()) {
    const next = after.pools[place] ?? pool;
    const own = { from: pool.kubernetes ?? "", to: next.kubernetes ?? "" };
    steps.push({ lane: { kind: "pool-kubernetes", pool: pool.name }, ...own });
    steps.push({ lane: { kind: "pool-image", pool: pool.name }, from: pool.image, to: next.image });
  }
  return steps.filter(({ from, to }) => from !== to);
}
