import type { Act } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import {
  annotationOf,
  annotations,
  normalisedOperations,
  rolloutOperationPrefix,
  rolloutPoolsOf,
} from "#lib/policy/operations/annotations.ts";
import type { OperationRequest } from "#lib/policy/operations/operation-evaluation.ts";
import { isAnnotationOperation } from "#lib/policy/operations/vocabulary.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { destinationOfMove, isSeedMove } from "./move-seed-act.ts";

/** Parses an operation from an annotation value. Rollout operations list their pools after an equals sign. */
export function parseOperationAnnotation(text: string): OperationRequest | undefined {
  const family = rolloutOperationPrefix(text);
  if (family) return { id: family, pools: rolloutPoolsOf(text, family) };
  return isAnnotationOperation(text) ? { id: text } : undefined;
}

/** Returns the operations that an annotation requests in addition to those before the change. */
function added(before: Shoot, after: Shoot, key: string): readonly OperationRequest[] {
  const known = new Set(normalisedOperations(annotationOf(before, key)));
  const parts = normalisedOperations(annotationOf(after, key)).filter((part) => !known.has(part));
  return parts.flatMap((part) => parseOperationAnnotation(part) ?? []);
}

function isTurnedOn(before: Shoot, after: Shoot, key: string): boolean {
  return !isTruthy(annotationOf(before, key)) && isTruthy(annotationOf(after, key));
}

/** Returns the operations that a change implies, whichever fields and annotations express them. */
function operationsOfChange(before: Shoot, after: Shoot): readonly OperationRequest[] {
  const asked: OperationRequest[] = [];
  const [slept, sleeps] = [before.spec.hibernation?.enabled === true, after.spec.hibernation?.enabled === true];
  if (slept !== sleeps) asked.push({ id: sleeps ? "hibernate" : "wake-up" });
  if (!semanticallyEqual(before.spec.maintenance?.autoRotation, after.spec.maintenance?.autoRotation)) {
    asked.push({ id: "set-auto-rotation" });
  }
  asked.push(...added(before, after, annotations.operation));
  for (const request of added(before, after, annotations.maintenanceOperation)) {
    asked.push({ ...request, when: "in-window" });
  }
  if (isTurnedOn(before, after, annotations.confirmForceDeletion)) asked.push({ id: "force-delete" });
  return asked;
}

/** Returns the operations that an action requests. Each is checked by its own rules. */
export function requestedOperations(act: Act, before: Shoot, after: Shoot): readonly OperationRequest[] {
  switch (act.kind) {
    case "operation":
      return isAnnotationOperation(act.id) ? [{ id: act.id, pools: act.pools, when: act.when }] : [];
    case "unschedule":
      return [];
    case "change":
      if (isSeedMove(act)) return [{ id: "migrate-control-plane", seed: destinationOfMove(act) }];
      return operationsOfChange(before, after);
    case "delete":
    case "force-delete":
      return [{ id: act.kind }];
  }
}
