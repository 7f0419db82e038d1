import "server-only";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** `Reconcile Succeeded (100%)`. */
export function lastOperationCell(object: KubeObject): string {
  const operation = fieldAt(object, "status", "lastOperation");
  if (!isRecord(operation)) return "<pending>";
  return `${textAt(operation, "type") ?? ""} ${textAt(operation, "state") ?? ""} (${Number(operation.progress ?? 0)}%)`;
}
