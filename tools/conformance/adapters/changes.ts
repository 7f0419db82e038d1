import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { computePoolImpacts } from "#lib/policy/changes/compute-pool-impacts.ts";
import { validateInPlaceImage } from "#lib/policy/changes/in-place-image.ts";
import {
  type ChangeDuringInPlaceUpdate,
  manualInPlaceConstraint,
  type PendingInPlaceUpdates,
  pendingInPlaceUpdates,
  validateNodeLocalDnsToggle,
  validatePendingInPlacePools,
} from "#lib/policy/changes/in-place-updates.ts";
import { type MachineSettingsInPool, validateMachineSettings } from "#lib/policy/changes/machine-settings.ts";
import { applyPoolDefaults } from "#lib/policy/changes/pool-defaults.ts";
import {
  changedHashData,
  operatingSystemConfigName,
  type PoolInShoot,
  poolHash,
  poolHashData,
} from "#lib/policy/changes/pool-hash.ts";
import { validateVersions } from "#lib/policy/changes/pool-versions.ts";
import { reviewShootChange } from "#lib/policy/changes/review-shoot-change.ts";
import {
  distributeOverZones,
  distributePercentOverZones,
  type SurgeSettings,
  validateSurge,
} from "#lib/policy/changes/surge.ts";
import { validateUpdateStrategy } from "#lib/policy/changes/update-strategy.ts";
import { newestGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { gardenerRulesOfRelease } from "#lib/policy/editions/gardener-rules.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";
import type { FieldError } from "#lib/policy/spec-validation/field-error.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";
import { parseOrderedInstant } from "#lib/policy/versions/instant.ts";
import { prepareProfile } from "#lib/policy/versions/prepared-profile.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

type Rotation = ShootCredentialsRotation | null;

interface ReducedShoot {
  readonly version: string;
  readonly pools: readonly { readonly name: string; readonly version?: string; readonly updateStrategy?: string }[];
}

/** Adapters for changes of a Shoot: versions, worker pools, rollouts, and refused changes. */
export const changesAdapters: VectorAdapters = {
  "shoot-versions": createVectorAdapter<{ old: ReducedShoot; new: ReducedShoot }>(
    (input) => errors(validateVersions(toSpec(input.old), toSpec(input.new))),
    "sets",
  ),
  "update-strategy": createVectorAdapter<{ oldPool: Worker | null; newPool: Worker; gates: Record<string, boolean> }>(
    ({ oldPool, newPool, gates }) => {
      const rules = gardenerRulesOfRelease(newestGardenerRelease, {
        InPlaceNodeUpdates: gates.InPlaceNodeUpdates === true,
      });
      return errors([
        ...validateUpdateStrategy(oldPool, newPool, { rules }),
        ...validateInPlaceImage(oldPool, newPool, rules),
      ]);
    },
    "sets",
  ),
  "pool-defaults": createVectorAdapter<Worker>((pool) => applyPoolDefaults(pool)),
  surge: createVectorAdapter<SurgeSettings>((pool) => errors(validateSurge(pool)), "sets"),
  "mcm-settings": createVectorAdapter<MachineSettingsInPool>((pool) => errors(validateMachineSettings(pool)), "sets"),
  "zone-distribution": createVectorAdapter<{ size?: number; percent?: string; total?: number; zones: number }>(
    ({ size = 0, percent, total = 0, zones }) => ({
      perZone:
        percent === undefined ? distributeOverZones(size, zones) : distributePercentOverZones(percent, total, zones),
    }),
  ),
  "pool-hash": createVectorAdapter<Record<"old" | "new", { shoot: ShootSpec; rotation: Rotation }>>((input) => {
    const before = firstPool(input.old.shoot, input.old.rotation);
    const after = before && poolNamed(input.new.shoot, before.pool.name, input.new.rotation);
    if (before === undefined || after === undefined) return null;
    const changed = changedHashData(poolHashData(before), poolHashData(after));
    return { keyChanged: !isPoolUpdatedInPlace(after.pool) && changed.length > 0, changed };
  }, "sets"),
  "pool-hash-exact": createVectorAdapter<{ data: string[]; pool?: string }>(({ data, pool }) =>
    pool === undefined ? { hash: poolHash(data) } : { key: operatingSystemConfigName(pool, data) },
  ),
  impact: createVectorAdapter<{ old: ShootSpec; new: ShootSpec; oldRotation?: Rotation; newRotation?: Rotation }>(
    (input) => {
      const rotations = input.newRotation === undefined ? { ...input, newRotation: input.oldRotation } : input;
      return { pools: Object.fromEntries(computePoolImpacts(rotations)) };
    },
    "sets",
  ),
  review: createVectorAdapter<ReviewCase>(reviewCase, "sets"),
  "in-place-pending": createVectorAdapter<ChangeDuringInPlaceUpdate & { annotation?: string | null }>(
    ({ annotation, ...change }) => errors(validatePendingInPlacePools({ ...change, operation: annotation ?? null })),
    "sets",
  ),
  "in-place-status": createVectorAdapter<{
    shoot: ShootSpec;
    rotation: Rotation;
    workerStatus: Record<string, string> | null;
  }>(
    ({ shoot, rotation, workerStatus }) =>
      pendingInPlaceUpdates({ spec: shoot, rotation, workerPoolHashes: workerStatus }),
    "sets",
  ),
  "in-place-constraint": createVectorAdapter<{ manualPending: string[]; autoPending?: string[]; hibernated: boolean }>(
    ({ manualPending, autoPending = [], hibernated }) =>
      manualInPlaceConstraint({ manualInPlaceUpdate: manualPending, autoInPlaceUpdate: autoPending }, hibernated),
  ),
  "node-local-dns-update": createVectorAdapter<{ old: ShootSpec; new: ShootSpec }>(
    (input) => errors(validateNodeLocalDnsToggle(input.old, input.new)),
    "sets",
  ),
};

interface ReviewCase {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly cloudProfile: CloudProfileSpec;
  readonly gates: Record<string, boolean>;
  readonly pending: PendingInPlaceUpdates | null;
  readonly annotation: string | null;
  readonly now: string;
}

function reviewCase({ cloudProfile, gates, annotation, now, ...change }: ReviewCase): unknown {
  const rules = gardenerRulesOfRelease(newestGardenerRelease, {
    InPlaceNodeUpdates: gates.InPlaceNodeUpdates === true,
  });
  const profile = prepareProfile(cloudProfile);
  const reviewed = reviewShootChange(
    { ...change, profile, operation: annotation, now: parseOrderedInstant(now) ?? 0 },
    rules,
  );
  if (reviewed.accepted) return { accepted: true, errors: [], pools: Object.fromEntries(reviewed.pools) };
  return { accepted: false, stage: reviewed.stage, ...errors(reviewed.errors) };
}

function errors(faults: readonly FieldError[]): { readonly errors: readonly { path: string; code: string }[] } {
  return { errors: faults.map(({ path, code }) => ({ path, code })) };
}

function toSpec({ version, pools }: ReducedShoot): ShootSpec {
  return {
    kubernetes: { version },
    provider: {
      type: "local",
      workers: pools.map(({ name, version: own, updateStrategy }) => ({
        name,
        machine: { type: "local" },
        ...(own === undefined ? {} : { kubernetes: { version: own } }),
        ...(updateStrategy === undefined ? {} : { updateStrategy }),
      })),
    },
  };
}

function firstPool(spec: ShootSpec, rotation: Rotation): PoolInShoot | undefined {
  const [pool] = workerPoolsOf(spec);
  return pool && { spec, pool, rotation };
}

function poolNamed(spec: ShootSpec, name: string, rotation: Rotation): PoolInShoot | undefined {
  const pool = workerPoolsOf(spec).find((candidate) => candidate.name === name);
  return pool && { spec, pool, rotation };
}
