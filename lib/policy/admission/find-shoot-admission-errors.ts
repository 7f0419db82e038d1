import type { ShootSpec } from "#lib/garden/shoot.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { exceededNodeLimit } from "../profiles/node-limit.ts";
import { offeredKubernetes, offersKubernetes } from "../profiles/offered-versions.ts";
import type { ProfileAdmissionContext } from "../profiles/one-supported.ts";
import { profileAdmissionContextAt } from "../profiles/validate-profile.ts";
import { type FieldErrors, fieldError, withPoolErrorPath } from "../spec-validation/field-error.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";
import { findMachineAdmissionErrors } from "./find-machine-admission-errors.ts";
import { findPlacementAdmissionErrors, type PlacementChange } from "./find-placement-admission-errors.ts";
import { findPoolResourceAdmissionErrors } from "./find-pool-resource-admission-errors.ts";
import { findReferenceAdmissionErrors, type ReferencedGardenObjects } from "./find-reference-admission-errors.ts";
import type { PoolAdmissionInput } from "./pool-in-profile.ts";

/** Input for predicting admission of a Shoot change: the change, its CloudProfile, and the time `now` in epoch ms. */
export interface ShootAdmissionInput extends Omit<PlacementChange, "references"> {
  /** The garden's objects to which the new spec refers, as far as they were looked up. */
  readonly references?: ReferencedGardenObjects | undefined;
  readonly now: number;
  /** Whether the Shoot is in deletion; the node count is then not checked. */
  readonly deleting?: boolean | undefined;
}

/**
 * Admission errors (403): placement of the Shoot; versions, machines, images, volumes and zones that the CloudProfile
 * does not offer; and too many nodes. Values a pool already has are mostly not checked again. The API server only runs
 * admission when static validation found nothing.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function findShootAdmissionErrors(change: ShootAdmissionInput, rules: GardenerRules = newestRules): FieldErrors {
  const { old, new: next, profile } = change;
  const pools = new Map(workerPoolsOf(old).map((pool) => [pool.name, pool]));
  const view = profileAdmissionContextAt(change.now, rules);
  const kubelets = judgedKubelets(next);
  const control = { from: old.kubernetes.version, to: next.kubernetes.version, isNew: false };
  return [
    ...findReferenceAdmissionErrors(change),
    ...findPlacementAdmissionErrors(change),
    ...kubernetesErrors("spec.kubernetes.version", { ...control, profile }, view),
    ...workerPoolsOf(next).flatMap((after, index) => {
      const kubelet = kubelets[index];
      const pool = { before: pools.get(after.name), after, spec: next, profile, view, kubelet };
      return withPoolErrorPath(index, [
        ...findMachineAdmissionErrors(pool),
        ...findPoolResourceAdmissionErrors(pool),
        ...poolVersionErrors(change, pool, view),
      ]);
    }),
    ...nodeLimitErrors(change, rules),
  ];
}

/** Kubelet settings checked per pool: the pool's own, else those of an earlier pool that has some, else the Shoot's. */
function judgedKubelets({ kubernetes, provider }: ShootSpec): readonly unknown[] {
  let last: unknown = kubernetes.kubelet;
  return (provider.workers ?? []).map((pool) => {
    last = pool.kubernetes?.kubelet ?? last;
    return last;
  });
}

interface VersionRequest {
  readonly profile: PreparedProfile;
  readonly from: string;
  readonly to: string;
  readonly isNew: boolean;
}

function kubernetesErrors(path: string, request: VersionRequest, { reading }: ProfileAdmissionContext): FieldErrors {
  const versions = request.profile.kubernetes;
  if (offersKubernetes({ ...request, versions }, reading)) return [];
  const offered = offeredKubernetes(versions, request.isNew, reading).map(({ text }) => text);
  return [fieldError(path, "K8S_NOT_OFFERED", { version: request.to, offered })];
}

/** A pool without a version of its own, even a new one, is checked against the control plane's old version. */
function poolVersionErrors(
  { old, profile }: ShootAdmissionInput,
  { before, after }: Pick<PoolAdmissionInput, "before" | "after">,
  view: ProfileAdmissionContext,
): FieldErrors {
  const to = after.kubernetes?.version;
  if (!to) return [];
  const from = before?.kubernetes?.version || old.kubernetes.version;
  return kubernetesErrors("kubernetes.version", { profile, from, to, isNew: before === undefined }, view);
}

function nodeLimitErrors(change: ShootAdmissionInput, rules: GardenerRules): FieldErrors {
  const exceeded = change.deleting ? undefined : exceededNodeLimit(change.new, change.profile.spec, rules);
  if (exceeded === undefined) return [];
  const facts = { nodes: String(exceeded.nodes), limit: String(exceeded.limit) };
  return [fieldError("spec.provider.workers", "MAX_NODES_EXCEEDED", facts)];
}
