import type { CloudProfileSpec, ExpirableVersion, MachineImage } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { findMachineAdmissionErrors } from "#lib/policy/admission/find-machine-admission-errors.ts";
import { validateInPlaceImage } from "#lib/policy/changes/in-place-image.ts";
import type { PoolKubernetesOutcome } from "#lib/policy/maintenance/compose-run.ts";
import { simulateMaintenanceRun } from "#lib/policy/maintenance/maintain-shoot.ts";
import type { ShootVersions } from "#lib/policy/maintenance/version-state.ts";
import { violationKey } from "#lib/policy/maintenance/violation.ts";
import { offersKubernetes } from "#lib/policy/profiles/offered-versions.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { admissionClassificationContextAt } from "#lib/policy/versions/classification-context.ts";
import { listVersions } from "#lib/policy/versions/listed-version.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import type { ConformanceVector } from "../vector/vector.ts";

export interface MaintenanceRunInput {
  readonly shoot: { readonly name: string; readonly spec: ShootSpec };
  readonly cloudProfile: { readonly spec: CloudProfileSpec };
  readonly pendingInPlacePools?: readonly string[];
}

export function maintenanceRunShoot({ shoot, pendingInPlacePools = [] }: MaintenanceRunInput): Shoot {
  return {
    metadata: { name: shoot.name },
    spec: shoot.spec,
    status: { inPlaceUpdates: { pendingWorkerUpdates: { manualInPlaceUpdate: pendingInPlacePools } } },
  };
}

/** Formats versions as in test vectors: pools by name, with Kubernetes versions if not equal to the control plane's. */
export function formatVersionState({ kubernetes, pools }: ShootVersions) {
  const byName = pools.map((pool) => [pool.name, { image: pool.image, kubernetes: pool.kubernetes }]);
  return { kubernetes, pools: Object.fromEntries(byName) };
}

function nowOf({ now }: ConformanceVector): number {
  return Date.parse(now ?? "");
}

function withoutLimit(outcome: PoolKubernetesOutcome | undefined) {
  if (outcome === undefined) return undefined;
  const { limited: _, ...rest } = outcome;
  return rest;
}

function byPool<Value>(state: ShootVersions, values: readonly (Value | undefined)[]) {
  const entries = state.pools.flatMap(({ name }, index) => {
    const value = values[index];
    return value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

interface ImageAdmissionInput {
  readonly machineImages: readonly MachineImage[];
  readonly newPool: boolean;
  readonly inPlace: boolean;
  readonly machine: Worker["machine"];
  readonly oldMachine: Worker["machine"];
}

interface ListedInput {
  readonly operation: "CREATE" | "UPDATE";
  readonly versions: readonly ExpirableVersion[];
  readonly new: string;
  readonly old: string;
  readonly newPool: boolean;
}

/** Adapters for areas `reconcile`, `admission.image` and `admission.k8sListed`. */
export const maintenanceRunAdapters: VectorAdapters = {
  reconcile: createVectorAdapter<MaintenanceRunInput>((input, vector) => {
    const run = simulateMaintenanceRun(maintenanceRunShoot(input), input.cloudProfile.spec, { now: nowOf(vector) });
    const { before, controlPlane, poolKubernetes, images } = run.proposal;
    return {
      images: byPool(before, images),
      controlPlane,
      poolKubernetes: byPool(before, poolKubernetes.map(withoutLimit)),
      admission: run.violations.length === 0 ? "accepted" : run.violations.map(violationKey),
      state: formatVersionState(run.state),
    };
  }),
  "admission.k8sListed": createVectorAdapter<ListedInput>((input, vector) => ({
    allowed: offersKubernetes(
      {
        versions: listVersions(input.versions),
        from: input.old,
        to: input.new,
        isNew: input.newPool || input.operation === "CREATE",
      },
      admissionClassificationContextAt(nowOf(vector)),
    ),
  })),
  "admission.image": createVectorAdapter<ImageAdmissionInput>(
    ({ machineImages, newPool, inPlace, machine, oldMachine }, vector) => {
      const poolWith = (its: Worker["machine"]): Worker => ({
        name: "pool",
        machine: its,
        updateStrategy: inPlace ? "AutoInPlaceUpdate" : "AutoRollingUpdate",
      });
      const before = newPool ? undefined : poolWith(oldMachine ?? machine);
      const after = poolWith(machine);
      const profile = prepareProfile({ machineImages });
      const spec = { kubernetes: { version: "1.33.1" }, provider: { type: "local", workers: [after] } };
      const view = profileAdmissionContextAt(nowOf(vector));
      const faults = [
        ...findMachineAdmissionErrors({ before, after, spec, profile, view, kubelet: undefined }),
        ...validateInPlaceImage(before ?? null, after),
      ];
      return { allowed: faults.length === 0 };
    },
  ),
};
