import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { poolsOf } from "../maintenance/version-state.ts";
import { kubeletTriggers } from "./kubelet-restart.ts";
import type { KubeletTrigger, PoolChange } from "./pool-change.ts";
import {
  changedHashData,
  type HashDatumName,
  newestPoolHashRules,
  type PoolHashRules,
  type PoolInShoot,
  poolHashData,
} from "./pool-hash.ts";
import { validSpec } from "./valid-spec.ts";

/** What a change does to the nodes of one pool, the strongest first. */
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

/** What brought the impact about. */
export type ImpactTrigger =
  | HashDatumName
  | KubeletTrigger
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
  /** The triggers of this level; weaker ones of the same change are left out. */
  readonly triggers: readonly ImpactTrigger[];
}

/** A change of a Shoot: its spec, and the rotations that its status records. Without new ones they stay as they are. */
export interface ShootChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly oldRotation?: ShootCredentialsRotation | null | undefined;
  readonly newRotation?: ShootCredentialsRotation | null | undefined;
}

/**
 * What the change does to each pool, by name. Pools are recognised by their name, so a renamed one is deleted and
 * created. Both specs are taken as defaulted. It does not judge whether the change is accepted.
 * @source Gardener docs, shoot_updates; Gardener: pkg/component/extensions/operatingsystemconfig
 */
export function impact(
  change: ShootChange,
  rules: PoolHashRules = newestPoolHashRules,
): ReadonlyMap<string, PoolImpact> {
  const sound = soundChange(change);
  const before = new Map(poolsOf(sound.old).map((pool) => [pool.name, pool]));
  const after = new Map(poolsOf(sound.new).map((pool) => [pool.name, pool]));
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

function soundChange(change: ShootChange): ShootChange {
  const newRotation = change.newRotation === undefined ? change.oldRotation : change.newRotation;
  return { ...change, newRotation, old: validSpec(change.old), new: validSpec(change.new) };
}

function poolChange(change: ShootChange, old: Worker, pool: Worker): PoolChange {
  return {
    before: { spec: change.old, pool: old, rotation: change.oldRotation },
    after: { spec: change.new, pool, rotation: change.newRotation },
  };
}

function poolImpact(change: PoolChange, rules: PoolHashRules): PoolImpact {
  const levels: readonly (readonly [PoolImpactKind, () => readonly ImpactTrigger[]])[] = [
    [
      updateKind(change.after.pool),
      () => changedHashData(poolHashData(change.before, rules), poolHashData(change.after, rules)),
    ],
    ["providerDependent", () => providerTriggers(change)],
    ["kubeletRestart", () => kubeletTriggers(change, rules)],
    ["nodeConfig", () => nodeConfigTriggers(change)],
    ["scale", () => changedFields(change, ["minimum", "maximum", "zones"])],
    ["nodeMetadata", () => metadataTriggers(change)],
  ];
  for (const [kind, triggersOf] of levels) {
    const triggers = triggersOf();
    if (triggers.length > 0) return { impact: kind, triggers };
  }
  return { impact: "none", triggers: [] };
}

function updateKind(pool: Worker): "rollingUpdate" | "inPlaceAuto" | "inPlaceManual" {
  switch (pool.updateStrategy) {
    case "AutoInPlaceUpdate":
      return "inPlaceAuto";
    case "ManualInPlaceUpdate":
      return "inPlaceManual";
    default:
      return "rollingUpdate";
  }
}

function providerTriggers(change: PoolChange): readonly ImpactTrigger[] {
  const { before, after } = change;
  const image = (pool: Worker) => fieldAt(pool.machine.image, "providerConfig");
  return [
    ...changedFields(change, ["providerConfig", "dataVolumes"]),
    ...(semanticallyEqual(before.pool.volume?.encrypted, after.pool.volume?.encrypted)
      ? []
      : ["volumeEncrypted" as const]),
    ...(semanticallyEqual(image(before.pool), image(after.pool)) ? [] : ["imageProviderConfig" as const]),
  ];
}

function nodeConfigTriggers(change: PoolChange): readonly ImpactTrigger[] {
  const ssh = ({ spec }: PoolInShoot) => spec.provider.workersSettings?.sshAccess?.enabled ?? true;
  const rotatedAt = ({ rotation }: PoolInShoot) => rotation?.sshKeypair?.lastInitiationTime;
  const sysctls = ({ pool }: PoolInShoot) => pool.sysctls ?? {};
  return [
    ...(semanticallyEqual(sysctls(change.before), sysctls(change.after)) ? [] : ["sysctls" as const]),
    ...(ssh(change.before) === ssh(change.after) ? [] : ["sshAccess" as const]),
    ...changedFields(change, ["kubeletDataVolumeName"]),
    ...(semanticallyEqual(rotatedAt(change.before), rotatedAt(change.after)) ? [] : ["sshRotation" as const]),
  ];
}

/** A map without entries is like a missing one. */
function metadataTriggers({ before, after }: PoolChange): readonly ImpactTrigger[] {
  return (["annotations", "labels"] as const).filter(
    (field) => !semanticallyEqual(before.pool[field] ?? {}, after.pool[field] ?? {}),
  );
}

type PoolField = ImpactTrigger & keyof Worker;

function changedFields({ before, after }: PoolChange, fields: readonly PoolField[]): readonly PoolField[] {
  return fields.filter((field) => !semanticallyEqual(before.pool[field], after.pool[field]));
}
