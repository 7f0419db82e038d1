import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareQuantities, differenceOfQuantities, sumOfQuantities, timesQuantity } from "#lib/kube/quantity.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

/** A Shoot that counts against a Quota, and its profile. */
export interface QuotaUser {
  readonly spec: ShootSpec;
  readonly profile: PreparedProfile | undefined;
}

/** What a Quota can limit. */
export const quotaMetrics = ["cpu", "gpu", "memory", "storage.standard", "storage.premium", "loadbalancer"] as const;
export type QuotaMetric = (typeof quotaMetrics)[number];

/** How much of one metric of a Quota is used, as quantities. */
export interface QuotaUse {
  readonly metric: QuotaMetric;
  readonly limit: string;
  readonly used: string;
  /** What is left; zero if the Quota is used up or exceeded. */
  readonly free: string;
  readonly isExceeded: boolean;
}

/**
 * How much of a Quota is used by Shoots, each with all of its nodes. Shoots without a known profile are left out.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, determineAllocatedResources
 */
export function quotaUsesOf(quota: KubeObject, users: readonly QuotaUser[]): readonly QuotaUse[] {
  return quotaMetrics.flatMap((metric): readonly QuotaUse[] => {
    const limit = stringAt(quota, "spec", "metrics", metric);
    if (limit === undefined) return [];
    const used = sumOfQuantities(users.flatMap((user) => consumptionOf(user, metric))) ?? "0";
    const isExceeded = (compareQuantities(used, limit) ?? 0) > 0;
    return [{ metric, limit, used, free: isExceeded ? "0" : (differenceOfQuantities(limit, used) ?? "0"), isExceeded }];
  });
}

/** Amount of a metric that a Shoot counts for, as a quantity; undefined if its profile is not known. */
export function shareOfQuota(user: QuotaUser, metric: QuotaMetric): string | undefined {
  return user.profile === undefined ? undefined : (sumOfQuantities(consumptionOf(user, metric)) ?? "0");
}

function consumptionOf({ spec, profile }: QuotaUser, metric: QuotaMetric): readonly string[] {
  if (profile === undefined) return [];
  return [...workerPoolsOf(spec).flatMap((pool) => shareOfPool(pool, metric, profile)), ...balancers(spec, metric)];
}

function balancers(spec: ShootSpec, metric: QuotaMetric): readonly string[] {
  if (metric !== "loadbalancer") return [];
  return [hasIngress(spec) ? "2" : "1"];
}

/** Whether a Shoot has the add-on for ingress, which needs a load balancer of its own. */
export function hasIngress({ addons }: ShootSpec): boolean {
  return fieldAt(addons, "nginxIngress", "enabled") === true;
}

/** Consumption of a pool at its maximum number of nodes. */
function shareOfPool(pool: Worker, metric: QuotaMetric, profile: PreparedProfile): readonly string[] {
  const machineType = profile.machineTypes.get(pool.machine.type);
  const maximum = pool.maximum ?? 0;
  if (metric === "cpu" || metric === "gpu" || metric === "memory")
    return times(machineType?.[metric] ?? undefined, maximum);
  if (metric === "loadbalancer") return [];
  const storage = fieldAt(machineType, "storage");
  const size = pool.volume?.size ?? stringAt(storage, "size");
  const type = listAt(profile.spec, "volumeTypes").find((one) => stringAt(one, "name") === pool.volume?.type);
  const storageClass = stringAt(storage, "class") ?? stringAt(type, "class");
  return `storage.${storageClass}` === metric ? times(size, maximum) : [];
}

/** A resource quantity taken `count` times; nothing where there is none. */
function times(quantity: string | undefined, count: number): readonly string[] {
  const sum = quantity === undefined ? undefined : timesQuantity(quantity, count);
  return sum === undefined ? [] : [sum];
}
