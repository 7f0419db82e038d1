import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { compareQuantities, sumOfQuantities, timesQuantity } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { type FieldErrors, fieldErrorIf } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

/** A Shoot that counts against a Quota, and its profile. */
export interface QuotaUser {
  readonly spec: ShootSpec;
  readonly profile: PreparedProfile | undefined;
}

/** A Shoot change, with the Quotas of the cloud account that the Shoot uses. */
export interface QuotaAdmissionInput {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly profile: PreparedProfile | undefined;
  /** The Quotas to which the new spec's credentials binding refers, as far as the user may read them. */
  readonly quotas?: readonly KubeObject[] | undefined;
  /** The other Shoots that count against a Quota; without it only the Shoot itself counts. */
  readonly otherUsersOf?: ((quota: KubeObject) => readonly QuotaUser[]) | undefined;
}

/**
 * Quota errors (403): the Shoot, together with the others that are known, requests more than a quota allows. Where others
 * are not known, the server may reject more than this.
 * @source Gardener: plugin/pkg/shoot/quotavalidator
 */
export function findQuotaAdmissionErrors(change: QuotaAdmissionInput): FieldErrors {
  const quotas = change.quotas ?? [];
  return quotas.length > 0 && asksForMore(change) ? quotas.flatMap((quota) => exceeded(change, quota)) : [];
}

/** Whether quotas are checked again: a pool is new, grows, or changes machines or volumes, or ingress is enabled. */
function asksForMore({ old, new: next }: QuotaAdmissionInput): boolean {
  if (!hasIngress(old) && hasIngress(next)) return true;
  const before = new Map(workerPoolsOf(old).map((pool) => [pool.name, pool]));
  return workerPoolsOf(next).some((pool) => {
    const was = before.get(pool.name);
    if (was === undefined || was.machine.type !== pool.machine.type || was.maximum !== pool.maximum) return true;
    return !semanticallyEqual(was.volume, pool.volume);
  });
}

function hasIngress({ addons }: ShootSpec): boolean {
  return fieldAt(addons, "nginxIngress", "enabled") === true;
}

const metrics = ["cpu", "gpu", "memory", "storage.standard", "storage.premium", "loadbalancer"] as const;
type Metric = (typeof metrics)[number];

function exceeded({ new: next, profile, otherUsersOf }: QuotaAdmissionInput, quota: KubeObject): FieldErrors {
  if (profile === undefined) return [];
  const users = [{ spec: next, profile }, ...(otherUsersOf?.(quota) ?? [])];
  const needed = metrics.filter((metric) => {
    const limit = stringAt(quota, "spec", "metrics", metric);
    if (limit === undefined) return false;
    const asked = sumOfQuantities(users.flatMap((user) => consumptionOf(user, metric)));
    return asked !== undefined && (compareQuantities(asked, limit) ?? 0) > 0;
  });
  const facts = { quota: quota.metadata.name, metrics: needed };
  return fieldErrorIf(needed.length > 0, "spec.provider.workers", "QUOTA_EXCEEDED", facts);
}

function consumptionOf({ spec, profile }: QuotaUser, metric: Metric): readonly string[] {
  if (profile === undefined) return [];
  return [...workerPoolsOf(spec).flatMap((pool) => shareOf(pool, metric, profile)), ...balancers(spec, metric)];
}

function balancers(spec: ShootSpec, metric: Metric): readonly string[] {
  if (metric !== "loadbalancer") return [];
  return [hasIngress(spec) ? "2" : "1"];
}

/** Consumption of a pool at its maximum number of nodes. */
function shareOf(pool: Worker, metric: Metric, profile: PreparedProfile): readonly string[] {
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
