import type { OneStepRotation, Shoot, TwoPhaseRotation } from "#lib/garden/shoot.ts";
import { formatInstant, parseInstant } from "#lib/kube/instant.ts";
import { type NodeRollingFamily, pendingInPlacePools } from "./families.ts";
import { filterPendingPools, type RotationDraft } from "./rotation-start.ts";

function prepared(rotation: TwoPhaseRotation, nowMs: number): TwoPhaseRotation {
  return { ...rotation, phase: "Prepared", lastInitiationFinishedTime: formatInstant(nowMs) };
}

function completed(rotation: TwoPhaseRotation, nowMs: number): TwoPhaseRotation {
  const { lastInitiationFinishedTime: _f, lastCompletionTriggeredTime: _t, ...kept } = rotation;
  return { ...kept, phase: "Completed", lastCompletionTime: formatInstant(nowMs) };
}

/**
 * Advances a CA or ServiceAccount key rotation by at most one phase per flow; pending manual in-place pools prevent it.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (patchShootStatusOperationSuccess)
 */
function twinAfterSuccess(rotation: TwoPhaseRotation, manualPending: boolean, nowMs: number): TwoPhaseRotation {
  switch (rotation.phase) {
    case "Preparing":
      return manualPending ? rotation : prepared(rotation, nowMs);
    case "PreparingWithoutWorkersRollout":
      return { ...rotation, phase: "WaitingForWorkersRollout" };
    case "WaitingForWorkersRollout": {
      const waits = manualPending || (rotation.pendingWorkersRollouts?.length ?? 0) > 0;
      return waits
        ? rotation
        : prepared(
            filterPendingPools(rotation, () => false),
            nowMs,
          );
    }
    case "Completing":
      return completed(rotation, nowMs);
    default:
      return rotation;
  }
}

function oneStepAfterSuccess(rotation: OneStepRotation, nowMs: number): OneStepRotation {
  const begunAt = parseInstant(rotation.lastInitiationTime);
  const doneAt = parseInstant(rotation.lastCompletionTime);
  const open = begunAt !== undefined && (doneAt === undefined || doneAt < begunAt);
  return open ? { ...rotation, lastCompletionTime: formatInstant(nowMs) } : rotation;
}

function withTwin(
  draft: RotationDraft,
  family: NodeRollingFamily,
  manualPending: boolean,
  nowMs: number,
): RotationDraft {
  const rotation = draft[family];
  return rotation ? { ...draft, [family]: twinAfterSuccess(rotation, manualPending, nowMs) } : draft;
}

function withEtcd(draft: RotationDraft, nowMs: number): RotationDraft {
  const rotation = draft.etcdEncryptionKey;
  if (rotation?.phase === "Preparing") return { ...draft, etcdEncryptionKey: prepared(rotation, nowMs) };
  if (rotation?.phase !== "Completing") return draft;
  const { autoCompleteAfterPrepared: _, ...kept } = rotation;
  return { ...draft, etcdEncryptionKey: completed(kept, nowMs) };
}

/**
 * The status of all credential rotations after a finished flow of any type, even a migration. The SSH rotation is
 * removed when SSH access is off.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (patchShootStatusOperationSuccess)
 */
export function rotationAfterSuccess(
  draft: RotationDraft,
  { shoot, sshEnabled, nowMs }: { readonly shoot: Shoot; readonly sshEnabled: boolean; readonly nowMs: number },
): RotationDraft {
  const manualPending = pendingInPlacePools(shoot).manual.length > 0;
  const phased = withEtcd(
    withTwin(
      withTwin(draft, "certificateAuthorities", manualPending, nowMs),
      "serviceAccountKey",
      manualPending,
      nowMs,
    ),
    nowMs,
  );
  const { sshKeypair, observability, ...others } = phased;
  return {
    ...others,
    ...(sshKeypair && sshEnabled ? { sshKeypair: oneStepAfterSuccess(sshKeypair, nowMs) } : {}),
    ...(observability ? { observability: oneStepAfterSuccess(observability, nowMs) } : {}),
  };
}
