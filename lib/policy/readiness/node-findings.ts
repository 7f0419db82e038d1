import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import type { RolloutEstimate } from "../changes/estimate-rollout.ts";
import type { ChangeImpact } from "../changes/predict-change-impact.ts";
import { maintenanceWindow, windowDurationSeconds } from "../maintenance/time-window.ts";
import type { KnownErrorCode } from "../status/error-codes.ts";
import { findingsOf } from "../status/findings.ts";
import { poolsFarBehind } from "./pools-far-behind.ts";
import type { ReadinessFinding } from "./readiness-finding.ts";

type Findings = readonly ReadinessFinding[];

/** Estimated rollout of one pool, as far as findings need it. */
export interface PoolRollout {
  readonly name: string;
  readonly rollout: Pick<RolloutEstimate, "nodes" | "surge" | "seconds" | "usualSeconds">;
}

/** The rollouts that replace nodes. In-place updates need no additional machines, and manual ones wait for a person. */
export function replacingRollouts({ pools }: Pick<ChangeImpact, "pools">): readonly PoolRollout[] {
  return [...pools].flatMap(([name, pool]) =>
    "rollout" in pool && pool.rollout !== undefined && pool.outcome === "rollingUpdate"
      ? [{ name, rollout: pool.rollout }]
      : [],
  );
}

/** Error codes with which Gardener says that the cloud provider gives no more machines. */
const capacityCodes: readonly KnownErrorCode[] = ["ERR_INFRA_QUOTA_EXCEEDED", "ERR_INFRA_RESOURCES_DEPLETED"];

/** Machines that the cloud provider has just refused, if the change needs additional ones. */
export function capacityFindings(shoot: Shoot, pools: readonly PoolRollout[]): Findings {
  if (!pools.some(({ rollout }) => rollout.surge > 0 && rollout.nodes.most > 0)) return [];
  const { codes } = findingsOf(shoot);
  return capacityCodes
    .filter((code) => codes.includes(code))
    .map((code) => ({ id: "capacity", severity: "risk", fixer: "user", certainty: "known", code }));
}

/**
 * Rollouts that do not end within the maintenance window in which they begin. A risk if that holds for the lowest number
 * of nodes, a note if only for the highest; pools roll in parallel.
 */
export function windowFindings(shoot: Shoot, pools: readonly PoolRollout[]): Findings {
  const { kind, window } = maintenanceWindow(shoot);
  if (kind === "always") return [];
  const windowSeconds = windowDurationSeconds(window);
  const long = pools.filter(({ rollout }) => rollout.usualSeconds > windowSeconds);
  if (long.length === 0) return [];
  const rollouts = long.map(({ rollout }) => rollout);
  const least = Math.max(...rollouts.map(({ seconds }) => seconds.least));
  return [
    {
      id: "window-short",
      severity: least > windowSeconds ? "risk" : "note",
      fixer: "user",
      certainty: "assumed",
      pools: long.map(({ name }) => name),
      windowSeconds,
      usualSeconds: { least, most: Math.max(...rollouts.map(({ usualSeconds }) => usualSeconds)) },
      mostSeconds: Math.max(...rollouts.map(({ seconds }) => seconds.most)),
    },
  ];
}

/** Pools whose nodes wait to be selected by hand. */
export function manualPoolFindings({ pools }: Pick<ChangeImpact, "pools">): Findings {
  const manual = [...pools].filter(([, { outcome }]) => outcome === "inPlaceManual").map(([name]) => name);
  if (manual.length === 0) return [];
  return [{ id: "in-place-manual", severity: "risk", fixer: "user", certainty: "known", pools: manual }];
}

/** Pools that stay further behind than advised. @param spec the spec after the change */
export function skewFindings(spec: ShootSpec): Findings {
  const pools = poolsFarBehind(spec);
  if (pools.length === 0) return [];
  return [{ id: "pools-behind", severity: "risk", fixer: "user", certainty: "known", pools }];
}
