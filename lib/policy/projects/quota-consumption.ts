import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareQuantities, differenceOfQuantities, sumOfQuantities, timesQuantity } from "#lib/kube/quantity.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

/** A Shoot that counts against a Quota, and its profile. */
export interface QuotaUser {
  /** Project and name, to tell which Shoot it is; undefined for the one that is changed. */
  readonly name?: string | undefined;
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
  /** Undefined if Gardener cannot count one of the Shoots: then it refuses everything that asks for more. */
  readonly used?: string;
  /** What is left; zero if the Quota is used up or exceeded. Undefined like `used`. */
  readonly free?: string;
  readonly isExceeded: boolean;
}

/** A pool that Gardener cannot count, because its profile has no such machine type, or no type for its volumes. */
export interface UncountablePool {
  readonly pool: string;
  readonly machineType: string;
  readonly lacks: "machine-type" | "volume-type";
}

/**
 * How much of a Quota is used by Shoots, each with all of its nodes. Shoots without a known profile are left out.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, determineAllocatedResources
 */
export function quotaUsesOf(quota: KubeObject, users: readonly QuotaUser[]): readonly QuotaUse[] {
  const isKnown = users.every((user) => findUncountablePool(user) === undefined);
  return quotaMetrics.flatMap((metric): readonly QuotaUse[] => {
    const limit = stringAt(quota, "spec", "metrics", metric);
    if (limit === undefined) return [];
    if (!isKnown) return [{ metric, limit, isExceeded: false }];
    const used = sumOfQuantities(users.flatMap((user) => shareOfQuota(user, metric) ?? [])) ?? "0";
    const isExceeded = (compareQuantities(used, limit) ?? 0) > 0;
    return [{ metric, limit, used, free: isExceeded ? "0" : (differenceOfQuantities(limit, used) ?? "0"), isExceeded }];
  });
}

/**
 * Amount of a metric that a Shoot counts for, as a quantity; undefined if its profile is not known, or Gardener cannot
 * count it.
 */
export function shareOfQuota(user: QuotaUser, metric: QuotaMetric): string | undefined {
  const { uncountable, shares } = consumptionOf(user);
  return uncountable === undefined ? shares.get(metric) : undefined;
}

/**
 * The first pool of a Shoot that Gardener cannot count; undefined if it counts all, or if the profile is not known. With
 * such a Shoot the check of its Quota fails: the garden refuses every new Shoot of the Quota, and every one whose pools
 * grow or change, with an internal error.
 * @source Gardener: plugin/pkg/shoot/quotavalidator, getShootResources
 */
export function findUncountablePool(user: QuotaUser): UncountablePool | undefined {
  return consumptionOf(user).uncountable;
}

/** What a Shoot counts for; computed once for all metrics and Quotas. */
const consumptionOf = memoizePerObject(({ spec, profile }: QuotaUser) => {
  if (profile === undefined) return { uncountable: undefined, shares: new Map<QuotaMetric, string>() };
  const pools = workerPoolsOf(spec);
  const uncountable = pools.flatMap((pool) => uncountablePool(pool, profile) ?? []).at(0);
  const amounts = (metric: QuotaMetric) => [
    ...pools.flatMap((pool) => shareOfPool(pool, metric, profile)),
    ...balancers(spec, metric),
  ];
  const shares = new Map(quotaMetrics.map((metric) => [metric, sumOfQuantities(amounts(metric)) ?? "0"]));
  return { uncountable, shares };
});

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
  const { size, volumeClass } = volumeOf(pool, profile);
  return `storage.${volumeClass}` === metric ? times(size, maximum) : [];
}

/** Size and class of a pool's volumes; the storage of the machine type decides on the class if there is one. */
function volumeOf({ machine, volume }: Worker, { spec, machineTypes }: PreparedProfile) {
  const storage = fieldAt(machineTypes.get(machine.type), "storage") ?? undefined;
  const type = listAt(spec, "volumeTypes").find((one) => stringAt(one, "name") === volume?.type);
  return {
    size: volume?.size ?? stringAt(storage, "size"),
    volumeClass: storage === undefined ? stringAt(type, "class") : stringAt(storage, "class"),
  };
}

function uncountablePool(pool: Worker, profile: PreparedProfile): UncountablePool | undefined {
  const facts = { pool: pool.name, machineType: pool.machine.type };
  if (!profile.machineTypes.has(pool.machine.type)) return { ...facts, lacks: "machine-type" };
  const { size, volumeClass } = volumeOf(pool, profile);
  const isVolume = (pool.volume ?? undefined) !== undefined || size !== undefined;
  const isKnown = isVolume && (volumeClass === "standard" || volumeClass === "premium");
  return isKnown ? undefined : { ...facts, lacks: "volume-type" };
}

/** A resource quantity taken `count` times; nothing where there is none. */
function times(quantity: string | undefined, count: number): readonly string[] {
  const sum = quantity === undefined ? undefined : timesQuantity(quantity, count);
  return sum === undefined ? [] : [sum];
}
