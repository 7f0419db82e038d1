import type {
  OneStepRotation,
  PendingWorkersRollout,
  Shoot,
  ShootCredentialsRotation,
  TwoPhaseRotation,
} from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { isKubernetesAtLeast, isRotationPhaseIdle, type NodeRollingFamily, type PhasedFamily } from "./families.ts";

/** Credential rotation status while a flow starts. Functions return a new object and never change the given one. */
export type RotationDraft = ShootCredentialsRotation;

/** Copies a rotation without the timestamps of its previous initiation and completion. */
function begun(rotation: TwoPhaseRotation | null | undefined, phase: string, nowMs: number): TwoPhaseRotation {
  const { lastInitiationFinishedTime: _f, lastCompletionTriggeredTime: _t, ...kept } = rotation ?? {};
  return { ...kept, phase, lastInitiationTime: formatInstant(nowMs) };
}

/** Starts the rotation of the certificate authorities or of the ServiceAccount key; the same flow rolls the nodes. */
export function startNodeRollingRotation(
  draft: RotationDraft,
  family: NodeRollingFamily,
  nowMs: number,
): RotationDraft {
  return { ...draft, [family]: begun(draft[family], "Preparing", nowMs) };
}

/**
 * Starts the rotation of the certificate authorities or of the ServiceAccount key without rolling nodes: every pool is
 * pending and keeps the initiation time under which its nodes were created, so that its hash does not change.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (startRotationCA, startRotationServiceAccountKey)
 */
export function startRotationWithoutRollout(
  draft: RotationDraft,
  family: NodeRollingFamily,
  { shoot, nowMs }: { readonly shoot: Shoot; readonly nowMs: number },
): RotationDraft {
  const previous = draft[family]?.lastInitiationTime;
  const pending = (shoot.spec.provider?.workers ?? []).map(
    ({ name }): PendingWorkersRollout => ({ name, ...(previous ? { lastInitiationTime: previous } : {}) }),
  );
  const rotation = begun(draft[family], "PreparingWithoutWorkersRollout", nowMs);
  return { ...draft, [family]: { ...rotation, ...(pending.length > 0 ? { pendingWorkersRollouts: pending } : {}) } };
}

/** Starts the completion of a phased credential rotation, which drops the old credentials from the configuration. */
export function completeRotation(draft: RotationDraft, family: PhasedFamily, nowMs: number): RotationDraft {
  const rotation = { ...draft[family], phase: "Completing", lastCompletionTriggeredTime: formatInstant(nowMs) };
  return { ...draft, [family]: rotation };
}

/** Starts the rotation of the etcd encryption key. `auto`: the rotation completes automatically once it is prepared. */
export function startEtcdKeyRotation(draft: RotationDraft, auto: boolean, nowMs: number): RotationDraft {
  const rotation = begun(draft.etcdEncryptionKey, "Preparing", nowMs);
  return { ...draft, etcdEncryptionKey: { ...rotation, autoCompleteAfterPrepared: auto } };
}

/** Records the start of a credential rotation without phases. */
export function startOneStepRotation(
  draft: RotationDraft,
  family: "sshKeypair" | "observability",
  nowMs: number,
): RotationDraft {
  const rotation: OneStepRotation = { ...draft[family], lastInitiationTime: formatInstant(nowMs) };
  return { ...draft, [family]: rotation };
}

/** Removes pools from the list of pools that a rotation waits for; an empty list is removed. */
export function filterPendingPools(
  rotation: TwoPhaseRotation,
  keep: (pending: PendingWorkersRollout) => boolean,
): TwoPhaseRotation {
  const { pendingWorkersRollouts, ...others } = rotation;
  const kept = (pendingWorkersRollouts ?? []).filter(keep);
  return kept.length > 0 ? { ...others, pendingWorkersRollouts: kept } : others;
}

/** Records that pools were rolled, for a credential whose rotation waits for them. */
export function removeRolledPools(
  draft: RotationDraft,
  family: NodeRollingFamily,
  pools: readonly string[],
): RotationDraft {
  const rotation = draft[family];
  if (rotation?.phase !== "WaitingForWorkersRollout") return draft;
  return { ...draft, [family]: filterPendingPools(rotation, ({ name }) => !pools.includes(name)) };
}

/** Limits the pools that a rotation waits for to existing ones; none if hibernated, as waking creates new machines. */
export function prunePendingPools(draft: RotationDraft, family: NodeRollingFamily, shoot: Shoot): RotationDraft {
  const rotation = draft[family];
  if (!rotation?.pendingWorkersRollouts) return draft;
  const names = new Set((shoot.spec.provider?.workers ?? []).map(({ name }) => name));
  const hibernated = shoot.spec.hibernation?.enabled === true;
  return { ...draft, [family]: filterPendingPools(rotation, ({ name }) => !hibernated && names.has(name)) };
}

/**
 * How every flow advances the etcd rotation besides requested operations: a prepared one completes automatically if the
 * release or Kubernetes requires it, and a changed encryption provider starts one.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (mustAutoCompleteETCDEncryptionKeyRotation and following)
 */
export function advanceEtcdKeyRotation(
  draft: RotationDraft,
  { shoot, rules, nowMs }: { readonly shoot: Shoot; readonly rules: GardenerRules; readonly nowMs: number },
): RotationDraft {
  const { phase = "", autoCompleteAfterPrepared } = draft.etcdEncryptionKey ?? {};
  const completes = autoCompleteAfterPrepared === true || isKubernetesAtLeast(shoot, 34);
  if (phase === "Prepared" && completes && rules("rotation.etcd") === "completesItself") {
    return completeRotation(draft, "etcdEncryptionKey", nowMs);
  }
  const wanted = shoot.spec.kubernetes?.kubeAPIServer?.encryptionConfig?.provider?.type;
  const reached = shoot.status?.credentials?.encryptionAtRest?.provider?.type;
  const changes = Boolean(reached) && Boolean(wanted) && wanted !== reached;
  if (changes && isRotationPhaseIdle(phase) && rules("rotation.providerChange") === "startsRotation") {
    return startEtcdKeyRotation(draft, true, nowMs);
  }
  return draft;
}
