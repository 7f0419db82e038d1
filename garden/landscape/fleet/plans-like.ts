import type { PoolPlan, ShootPlan } from "../plan/shoot-plan.ts";

type Common = Pick<ShootPlan, "purpose" | "provider" | "region" | "seed" | "createdBy"> & Partial<ShootPlan>;

/** Plans with much in common: each says its name, its version, its age in days, and what else is its own. */
export function plansLike(common: Common) {
  return (name: string, kubernetes: string, ageDays: number, own: Partial<ShootPlan> = {}): ShootPlan => ({
    pools: [],
    ...common,
    ...own,
    name,
    kubernetes,
    ageDays,
  });
}

type Pool = (name: string, rest?: Partial<PoolPlan>) => PoolPlan;

const poolOf =
  (machine: string): Pool =>
  (name, rest = {}) => ({ name, machine, image: ["gardenlinux", "1877.6.0"], nodes: [3, 6], ...rest });

/** One pool with the ordinary machine of a provider and the current image; `rest` says what differs. */
export const awsPool = poolOf("m5.xlarge");
export const gcpPool = poolOf("n2-standard-4");
export const azurePool = poolOf("Standard_D4s_v5");
export const openstackPool = poolOf("g_c4_m16");
