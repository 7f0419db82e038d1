import type { LastError, LastOperation } from "#lib/garden/condition.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import {
  type DualApproval,
  findDeletionRejection,
  forceDeletionReasons,
  validateForceDeletion,
} from "#lib/policy/operations/deletion.ts";
import type { OperationError } from "#lib/policy/operations/field-error.ts";
import { findHibernationRejections } from "#lib/policy/operations/hibernation.ts";
import { prepareUpdate, type StatusWrite, statusGenerationDelta } from "#lib/policy/operations/strategy.ts";
import { validateOperations, validateOperationsOnUpdate } from "#lib/policy/operations/validate-operations.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";

function answerOf(errors: readonly OperationError[]) {
  return { accepted: errors.length === 0, errors: errors.map(({ type, field }) => ({ type, field })) };
}

/** The operations that remain in the annotation, in a fixed order; null if the annotation is removed. */
export function operationsLeft(shoot: Shoot): readonly string[] | null {
  if (shoot.metadata.annotations?.[annotations.operation] === undefined) return null;
  return [...parseOperations(annotationOf(shoot, annotations.operation))].sort();
}

function withAnnotations(shoot: Shoot, set: Readonly<Record<string, string | null>>): Shoot {
  const merged = { ...shoot.metadata.annotations, ...set };
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(merged)) if (value !== null) kept[key] = value;
  return { ...shoot, metadata: { ...shoot.metadata, annotations: kept } };
}

/** Adapters for operation requests: which ones the API server refuses, and what it stores. */
export const operationsRequestAdapters: VectorAdapters = {
  "annotation-validation": createVectorAdapter<{ shoot: Shoot }>(
    ({ shoot }) => answerOf(validateOperations(shoot)),
    "sets",
  ),
  "apiserver-update": createVectorAdapter<{ shoot: Shoot; setAnnotations: Readonly<Record<string, string | null>> }>(
    ({ shoot, setAnnotations }, { expect }) => {
      const update = prepareUpdate(shoot, withAnnotations(shoot, setAnnotations));
      const errors = [...validateOperationsOnUpdate(update.shoot), ...validateForceDeletion(shoot, update.shoot)];
      if (errors.length > 0) return answerOf(errors);
      const { generationDelta } = update;
      const asksErrors = typeof expect === "object" && expect !== null && "errors" in expect;
      return {
        accepted: true,
        ...(asksErrors && { errors: [] }),
        generationDelta,
        operationsAfter: operationsLeft(update.shoot),
      };
    },
    "sets",
  ),
  generation: createVectorAdapter<{ old: Shoot; new: Shoot }>((input) => {
    const { shoot, generationDelta } = prepareUpdate(input.old, input.new);
    return { generationDelta, operationsAfter: operationsLeft(shoot) };
  }, "sets"),
  "status-generation": createVectorAdapter<StatusWrite>((write) => ({ generationDelta: statusGenerationDelta(write) })),
  "force-deletion": createVectorAdapter<{
    oldAnnotation: string | null;
    newAnnotation: string | null;
    deletionTimestamp: string | null;
    lastErrors: readonly LastError[];
  }>((request) => {
    const reasons = forceDeletionReasons(request);
    return { accepted: reasons.length === 0, reasons: reasons.map(({ id }) => id) };
  }, "sets"),
  deletion: createVectorAdapter<{
    annotations?: Readonly<Record<string, string>>;
    labels?: Readonly<Record<string, string>>;
    lastOperation?: LastOperation;
    user: string;
    dualApproval?: readonly DualApproval[];
    managedSeed?: boolean;
  }>(({ annotations: given, lastOperation, ...request }) => {
    const refusal = findDeletionRejection({ ...request, annotations: given, lastOperation });
    return { accepted: refusal === undefined, reason: refusal?.id };
  }),
  hibernate: createVectorAdapter<{ shoot: Shoot }>(({ shoot }) => {
    const reasons = findHibernationRejections(shoot);
    return { accepted: reasons.length === 0, reasons: reasons.map(({ id }) => id) };
  }, "sets"),
};
