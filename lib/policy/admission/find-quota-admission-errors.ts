import type { ShootSpec } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import {
  findUncountablePool,
  hasIngress,
  type QuotaUser,
  quotaUsesOf,
  type UncountablePool,
} from "../projects/quota-consumption.ts";
import { type FieldError, type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

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
 * Quota errors: the Shoot, together with the others that are known, requests more than a quota allows (403), or Gardener
 * cannot count one of them (500). Where others are not known, the server may reject more than this.
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

function exceeded({ new: next, profile, otherUsersOf }: QuotaAdmissionInput, quota: KubeObject): FieldErrors {
  if (profile === undefined) return [];
  const users: readonly QuotaUser[] = [{ spec: next, profile }, ...(otherUsersOf?.(quota) ?? [])];
  for (const user of users) {
    const found = findUncountablePool(user);
    if (found !== undefined) return [uncountableError(quota, user, found)];
  }
  const needed = quotaUsesOf(quota, users).filter(({ isExceeded }) => isExceeded);
  const facts = {
    quota: quota.metadata.name,
    metrics: needed.map(({ metric }) => metric),
    amounts: needed.map(({ metric, used = "", limit }) => `${metric} ${used} > ${limit}`),
  };
  return fieldErrorIf(needed.length > 0, "spec.provider.workers", "QUOTA_EXCEEDED", facts);
}

function uncountableError(
  { metadata }: KubeObject,
  { name }: QuotaUser,
  { pool, machineType, lacks }: UncountablePool,
): FieldError {
  const code = lacks === "machine-type" ? "QUOTA_WITHOUT_MACHINE_TYPE" : "QUOTA_WITHOUT_VOLUME_TYPE";
  const place = name === undefined ? pool : `${name}/${pool}`;
  return fieldError("spec.provider.workers", code, { quota: metadata.name, pool: place, type: machineType });
}
