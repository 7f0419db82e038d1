import type { PoolPlan, ShootPlan } from "../plan/shoot-plan.ts";

type Common = Pick<ShootPlan, "purpose" | "provider" | "region" | "seed" | "createdBy"> & Partial<ShootPlan>;

/** Returns a function that creates similar Shoot plans from name, Kubernetes version, age in days and differences. */
export function createShootPlanFactory(common: Common) {
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

/** Creates a worker pool plan with the provider's default machine type and the current machine image. */
export const awsPool = poolOf("m5.xlarge");
export const gcpPool = poolOf("n2-standard-4");
export const azurePool = poolOf("Standard_D4s_v5");
export const openstackPool = poolOf("g_c4_m16");
