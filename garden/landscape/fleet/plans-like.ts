import type { PoolPlan, ShootPlan } from "../plan/shoot-plan.ts";

/** Where Shoots are, by their seed; some are in another region than their seed. */
export const places = {
  "aws-eu1": { provider: "aws", region: "eu-central-1", seed: "aws-eu1" },
  "aws-us1": { provider: "aws", region: "us-east-1", seed: "aws-us1" },
  "gcp-eu1": { provider: "gcp", region: "europe-west3", seed: "gcp-eu1" },
  "gcp-canary": { provider: "gcp", region: "europe-west1", seed: "gcp-canary" },
  "az-eu1": { provider: "azure", region: "westeurope", seed: "az-eu1" },
  "os-south1": { provider: "openstack", region: "de-south-1", seed: "os-south1" },
} as const;

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
