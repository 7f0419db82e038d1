import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { type PhasedFamily, phasedFamilies, type RotationFamily, rotationFamilies } from "../rotations/families.ts";
import { defaultRotationIntervalMs } from "../rotations/rotation-age.ts";
import { isSshEnabled } from "../rotations/ssh-access.ts";
import { annotationOf, annotations } from "./annotations.ts";
import { catalogueEntryOfOperation } from "./vocabulary.ts";

/** A warning about rotations that the API server returns on every update. */
export type RotationWarning =
  | { readonly id: "rotation-due"; readonly family: RotationFamily | "all"; readonly initiatedAt: string | undefined }
  | { readonly id: "rotation-to-complete"; readonly family: PhasedFamily; readonly preparedAt: string | undefined }
  | { readonly id: "deprecated-operation"; readonly operation: string };

function applies(shoot: Shoot, family: RotationFamily): boolean {
  if (family === "observability") return shoot.spec.purpose !== "testing";
  return family !== "sshKeypair" || isSshEnabled(shoot);
}

function isOlder(text: string | null | undefined, thanMs: number, nowMs: number): boolean {
  const at = parseInstant(text);
  return at !== undefined && nowMs - at > thanMs;
}

function dueWarnings(shoot: Shoot, intervalMs: number, nowMs: number): RotationWarning[] {
  if (!isOlder(shoot.metadata.creationTimestamp, intervalMs, nowMs)) return [];
  const rotation = shoot.status?.credentials?.rotation;
  if (!rotation) return [{ id: "rotation-due", family: "all", initiatedAt: undefined }];
  return rotationFamilies.flatMap((family): RotationWarning[] => {
    const initiatedAt = rotation[family]?.lastInitiationTime ?? undefined;
    const due = initiatedAt === undefined || isOlder(initiatedAt, intervalMs, nowMs);
    return due && applies(shoot, family) ? [{ id: "rotation-due", family, initiatedAt }] : [];
  });
}

function completionWarnings(shoot: Shoot, intervalMs: number, nowMs: number): RotationWarning[] {
  return phasedFamilies.flatMap((family): RotationWarning[] => {
    const rotation = shoot.status?.credentials?.rotation?.[family];
    const preparedAt = rotation?.lastInitiationFinishedTime ?? undefined;
    const preparedMs = parseInstant(preparedAt);
    const triggeredMs = parseInstant(rotation?.lastCompletionTriggeredTime);
    const open = preparedMs !== undefined && (triggeredMs === undefined || triggeredMs <= preparedMs);
    if (!open || !isOlder(preparedAt, intervalMs / 3, nowMs)) return [];
    return [{ id: "rotation-to-complete", family, preparedAt }];
  });
}

/**
 * The warnings that the API server returns on an update: rotations that are due, rotations that wait for their
 * completion for more than a third of the interval, and deprecated operations.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener: pkg/api/core/shoot/warnings.go
 */
export function rotationWarnings(
  shoot: Shoot,
  nowMs: number,
  intervalMs: number = defaultRotationIntervalMs,
): RotationWarning[] {
  const operation = annotationOf(shoot, annotations.operation);
  const deprecated: RotationWarning[] = catalogueEntryOfOperation(operation)?.etcdTwoStep
    ? [{ id: "deprecated-operation", operation }]
    : [];
  return [...dueWarnings(shoot, intervalMs, nowMs), ...completionWarnings(shoot, intervalMs, nowMs), ...deprecated];
}
