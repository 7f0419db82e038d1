import type { Condition } from "#lib/garden/condition.ts";
import type { Shoot, ShootCredentials, ShootStatus } from "#lib/garden/shoot.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { statusGenerationDelta } from "../operations/strategy.ts";
import type { RotationDraft } from "../rotations/rotation-start.ts";
import { rotationAfterSuccess } from "../rotations/rotation-success.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { workloadConditionTypes } from "../status/conditions.ts";
import { alwaysPresentConstraints } from "../status/constraints.ts";
import { isLastOperationType, type LastOperationType } from "../status/last-operation.ts";
import { lastOperationAfterFlowSuccess } from "../status/operation-outcome.ts";

const recheckedConditions: readonly string[] = workloadConditionTypes(false);
const recheckedConstraints: readonly string[] = alwaysPresentConstraints;

type Conditions = readonly (Condition | null)[];

/**
 * Requests a check by the care controller: Gardener's own conditions that are not False become Progressing and keep
 * their texts. Conditions added by extensions stay.
 */
function rechecked(conditions: Conditions, types: readonly string[], nowMs: number): Conditions {
  return conditions.map((condition) =>
    condition && condition.status !== "False" && types.includes(condition.type)
      ? { ...condition, status: "Progressing", lastUpdateTime: formatInstant(nowMs) }
      : condition,
  );
}

function recheckedStatus({ conditions, constraints }: ShootStatus, nowMs: number): Partial<ShootStatus> {
  return {
    ...(conditions ? { conditions: rechecked(conditions, recheckedConditions, nowMs) } : {}),
    ...(constraints ? { constraints: rechecked(constraints, recheckedConstraints, nowMs) } : {}),
  };
}

function withRotation(credentials: ShootStatus["credentials"], rotation: RotationDraft): ShootCredentials {
  const { rotation: _, ...others } = credentials ?? {};
  return Object.keys(rotation).length > 0 ? { ...others, rotation } : others;
}

/** The Shoot after gardenlet has finished a flow, and by how much that write increases the generation. */
export interface FlowSuccessResult {
  readonly shoot: Shoot;
  readonly generationDelta: 0 | 1;
}

/** Facts about a finished flow that the Shoot may no longer show, because its spec has changed meanwhile. */
export interface FinishedFlow {
  /** Type of the finished flow; default: the type of the Shoot's last operation. */
  readonly type?: LastOperationType | undefined;
  /** Whether the flow hibernated the Shoot; default: what the spec currently requests. */
  readonly hibernated?: boolean | undefined;
}

/**
 * What gardenlet writes after a successful flow: last operation, no errors, no retry cycle, the resulting hibernation
 * state, conditions to be checked again, and the next phase of every rotation.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot (patchShootStatusOperationSuccess)
 */
export function simulateFlowSuccess(shoot: Shoot, nowMs: number, finished: FinishedFlow = {}): FlowSuccessResult {
  const { lastErrors: _e, retryCycleStartTime: _r, ...status } = shoot.status ?? {};
  const running = status.lastOperation?.type;
  const flow = finished.type ?? (isLastOperationType(running) ? running : "Reconcile");
  const rechecks = flow === "Create" || flow === "Reconcile" || flow === "Restore";
  const before = status.credentials?.rotation;
  const rotation = before && rotationAfterSuccess(before, { shoot, sshEnabled: isSshEnabled(shoot), nowMs });
  const lastOperation = lastOperationAfterFlowSuccess(flow, nowMs);
  const { seedName } = shoot.spec;
  const after: ShootStatus = {
    ...status,
    ...(rechecks ? recheckedStatus(status, nowMs) : {}),
    ...(rotation ? { credentials: withRotation(status.credentials, rotation) } : {}),
    ...(status.manualWorkerPoolRollout ? { manualWorkerPoolRollout: {} } : {}),
    ...(flow !== "Delete" && seedName ? { seedName } : {}),
    hibernated: finished.hibernated ?? shoot.spec.hibernation?.enabled === true,
    lastOperation,
  };
  return {
    shoot: { ...shoot, status: after },
    generationDelta: statusGenerationDelta({
      oldEtcdRotation: before?.etcdEncryptionKey ?? null,
      newEtcdRotation: rotation?.etcdEncryptionKey ?? null,
      lastOperation,
    }),
  };
}
