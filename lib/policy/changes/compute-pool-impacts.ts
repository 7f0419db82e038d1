import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { type ChangeTriggerTest, type KubeletRestartTrigger, kubeletRestartTests } from "./kubelet-restart.ts";
import {
  changedHashData,
  type HashDatumName,
  newestPoolHashRules,
  type PoolHashRules,
  type PoolInShoot,
  poolHashData,
} from "./pool-hash.ts";
import { toWellTypedSpec } from "./to-well-typed-spec.ts";

/** Kind of effect that a change has on the nodes of one pool; from the strongest to the weakest. */
export type PoolImpactKind =
  | "rollingUpdate"
  | "inPlaceAuto"
  | "inPlaceManual"
  | "providerDependent"
  | "kubeletRestart"
  | "nodeConfig"
  | "scale"
  | "nodeMetadata"
  | "none"
  | "created"
  | "deleted";

/** The part of the change that causes the impact. */
export type ImpactTrigger =
  | HashDatumName
  | KubeletRestartTrigger
  | "dataVolumes"
  | "volumeEncrypted"
  | "imageProviderConfig"
  | "sysctls"
  | "sshAccess"
  | "kubeletDataVolumeName"
  | "sshRotation"
  | "minimum"
  | "maximum"
  | "zones"
  | "annotations";

export interface PoolImpact {
  readonly impact: PoolImpactKind;
  /** What causes the impact; triggers of a weaker impact are left out. */
  readonly triggers: readonly ImpactTrigger[];
}

/** A change of a Shoot: its spec, and the rotations in its status. Without new rotations they stay unchanged. */
export interface ShootChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
}

/**
 * Effect of the change on each pool, by name. Pools are matched by name, so a renamed pool is deleted and created. Both
 * specs must be defaulted already. Whether the change is accepted is not checked here.
 * @source Gardener docs, shoot_updates; Gardener: pkg/component/extensions/operatingsystemconfig
 */
export function computePoolImpacts(
  change: ShootChange,
  rules: PoolHashRules = newestPoolHashRules,
): ReadonlyMap<string, PoolImpact> {
  const sound = soundChange(change);
  const before = new Map(workerPoolsOf(sound.old).map((pool) => [pool.name, pool]));
  const after = new Map(workerPoolsOf(sound.new).map((pool) => [pool.name, pool]));
  const result = new Map<string, PoolImpact>();
  for (const [name, pool] of after) {
    const old = before.get(name);
    result.set(
      name,
      old === undefined ? { impact: "created", triggers: [] } : poolImpact(poolChange(sound, old, pool), rules),
    );
  }
  for (const name of before.keys()) if (!after.has(name)) result.set(name, { impact: "deleted", triggers: [] });
  return result;
}

/** A pool before and after the change, each with its Shoot. */
interface PoolChange {
  readonly before: PoolInShoot;
  readonly after: PoolInShoot;
}

function soundChange(change: ShootChange): ShootChange {
  const newRotation = change.newRotation === undefined ? change.oldRotation : change.newRotation;
  return { ...change, newRotation, old: toWellTypedSpec(change.old), new: toWellTypedSpec(change.new) };
}

function poolChange(change: ShootChange, old: Worker, pool: Worker): PoolChange {
  return {
    before: { spec: change.old, pool: old, rotation: change.oldRotation },
    after: { spec: change.new, pool, rotation: change.newRotation },
  };
}

/** Values whose change causes each kind of impact, strongest first. The values of the pool hash are compared before. */
const tests: readonly (readonly [PoolImpactKind, readonly ChangeTriggerTest<ImpactTrigger>[]])[] = [
  [
    "providerDependent",
    [
      ["providerConfig", ({ pool }) => pool.providerConfig],
      ["dataVolumes", ({ pool }) => pool.dataVolumes],
      ["volumeEncrypted", ({ pool }) => pool.volume?.encrypted],
      ["imageProviderConfig", ({ pool }) => fieldAt(pool.machine.image, "providerConfig")],
    ],
  ],
  ["kubeletRestart", kubeletRestartTests],
  [
    "nodeConfig",
    [
      ["sysctls", ({ pool }) => pool.sysctls ?? {}],
      ["sshAccess", ({ spec }) => spec.provider.workersSettings?.sshAccess?.enabled ?? true],
      ["kubeletDataVolumeName", ({ pool }) => pool.kubeletDataVolumeName],
      ["sshRotation", ({ rotation }) => rotation?.sshKeypair?.lastInitiationTime],
    ],
  ],
  [
    "scale",
    [
      ["minimum", ({ pool }) => pool.minimum],
      ["maximum", ({ pool }) => pool.maximum],
      ["zones", ({ pool }) => pool.zones],
    ],
  ],
  [
    "nodeMetadata",
    // An empty map equals a missing one.
    [
      ["annotations", ({ pool }) => pool.annotations ?? {}],
      ["labels", ({ pool }) => pool.labels ?? {}],
    ],
  ],
];

function poolImpact({ before, after }: PoolChange, rules: PoolHashRules): PoolImpact {
  const hashed = changedHashData(poolHashData(before, rules), poolHashData(after, rules));
  if (hashed.length > 0) return { impact: updateKind(after.pool), triggers: hashed };
  for (const [kind, ofKind] of tests) {
    const changed = ofKind.filter(([, valueIn]) => !semanticallyEqual(valueIn(before, rules), valueIn(after, rules)));
    if (changed.length > 0) return { impact: kind, triggers: changed.map(([trigger]) => trigger) };
  }
  return { impact: "none", triggers: [] };
}

function updateKind({ updateStrategy }: Worker): "rollingUpdate" | "inPlaceAuto" | "inPlaceManual" {
  if (updateStrategy === "AutoInPlaceUpdate") return "inPlaceAuto";
  return updateStrategy === "ManualInPlaceUpdate" ? "inPlaceManual" : "rollingUpdate";
}
