import type { LastError, LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { type LabelSelector, selectorMatches } from "#lib/kube/label-selector.ts";
import { errorCodesOf, hasForceDeletionCode } from "../status/error-codes.ts";
import { isMigratingOrRestoring } from "../status/seed-move.ts";
import { isTruthy } from "../status/truthy.ts";
import { annotations } from "./annotations.ts";
import { annotationsField, forbiddenFieldError, type OperationError } from "./field-error.ts";
import type { OperationReason } from "./reasons.ts";

/** One entry of a Project's `spec.dualApprovalForDeletion`. */
export interface DualApproval {
  readonly resource: string;
  readonly selector?: LabelSelector | null;
  /** Whether the approval rule also applies to deletions by ServiceAccounts; true when missing. */
  readonly includeServiceAccounts?: boolean | null;
}

export interface DeletionRequest {
  readonly annotations: Readonly<Record<string, string>> | null | undefined;
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
  readonly lastOperation: LastOperation | null | undefined;
  /** The user who deletes the Shoot. */
  readonly user: string;
  readonly dualApproval?: readonly DualApproval[] | null | undefined;
  /** Whether a ManagedSeed refers to the Shoot. */
  readonly managedSeed?: boolean | undefined;
}

function needsSecondPerson({ dualApproval, labels, user }: DeletionRequest): boolean {
  return (dualApproval ?? []).some(({ resource, selector, includeServiceAccounts }) => {
    if (resource !== "shoots" || !selectorMatches(selector, labels ?? {})) return false;
    return includeServiceAccounts !== false || !user.startsWith("system:serviceaccount:");
  });
}

/**
 * Why the garden would reject the DELETE of a Shoot; undefined when it would accept it. A running operation does not
 * block the deletion.
 * @source Gardener: plugin/pkg/global/deletionconfirmation, plugin/pkg/shoot/{validator,managedseed}
 */
export function findDeletionRejection(request: DeletionRequest): OperationReason | undefined {
  const confirmed = request.annotations?.[annotations.confirmDeletion];
  if (!isTruthy(confirmed)) return { id: "confirmation-missing" };
  const confirmedBy = request.annotations?.[annotations.deletionConfirmedBy] ?? "";
  if (needsSecondPerson(request) && confirmedBy === request.user) return { id: "dual-approval", confirmedBy };
  const { type, state } = request.lastOperation ?? {};
  if (isMigratingOrRestoring({ lastType: type, lastState: state })) return { id: "migration-or-restore" };
  return request.managedSeed ? { id: "managed-seed" } : undefined;
}

/**
 * Validates a change of the force-deletion annotation in an update.
 * @source Gardener: pkg/api/core/validation/shoot.go (ValidateForceDeletion)
 */
export function validateForceDeletion(before: Shoot, after: Shoot): OperationError[] {
  const key = annotations.confirmForceDeletion;
  const reasons = forceDeletionReasons({
    oldAnnotation: before.metadata.annotations?.[key],
    newAnnotation: after.metadata.annotations?.[key],
    deletionTimestamp: after.metadata.deletionTimestamp,
    lastErrors: after.status?.lastErrors,
  });
  return reasons.map((reason) => forbiddenFieldError(`${annotationsField}[${key}]`, reason));
}

export interface ForceDeletionRequest {
  readonly oldAnnotation: string | null | undefined;
  readonly newAnnotation: string | null | undefined;
  readonly deletionTimestamp: string | null | undefined;
  readonly lastErrors: readonly (LastError | null)[] | null | undefined;
}

/**
 * Why the garden would reject a write of the force-deletion annotation; empty when it would accept it. Checked only
 * when the annotation becomes true; after that it can be neither removed nor set to false.
 * @source Gardener: pkg/api/core/validation/shoot.go (force deletion), docs usage/shoot-operations/shoot_deletion
 */
export function forceDeletionReasons(request: ForceDeletionRequest): OperationReason[] {
  const before = isTruthy(request.oldAnnotation);
  const after = isTruthy(request.newAnnotation);
  if (before) return after ? [] : [{ id: "cannot-be-removed" }];
  if (!after) return [];
  const reasons: OperationReason[] = [];
  const codes = errorCodesOf(request.lastErrors);
  if (!request.deletionTimestamp) reasons.push({ id: "no-deletion-timestamp" });
  if (!hasForceDeletionCode(codes)) reasons.push({ id: "no-eligible-error-code", codes });
  return reasons;
}
