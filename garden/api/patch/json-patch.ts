import "server-only";
import jsonPatch, { type Operation } from "fast-json-patch";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest, tooLargeError, unprocessablePatchError } from "../errors/api-error.ts";

const mostOperations = 10_000;
/** Maximum total size of values copied by a JSON patch: a few `copy` operations could otherwise exhaust the memory. */
const mostCopiedBytes = 3 * 1024 * 1024;
const operationNames: ReadonlySet<unknown> = new Set(["add", "remove", "replace", "move", "copy", "test"]);
/** JSON patch operations with a value. Like in the API server, a missing value counts as null. */
const takesValue: ReadonlySet<unknown> = new Set(["add", "replace", "test"]);

/**
 * Applies a JSON patch and returns the result; the given object is not modified.
 * @throws ApiError 400 for an invalid patch, 413 for one that is too large, 422 if it does not fit
 * @source RFC 6902
 */
export function applyJsonPatch(object: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest("error decoding patch: a JSON array is expected");
  if (patch.length > mostOperations) {
    throw tooLargeError(`The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`);
  }
  const operations = patch.map(toOperation);
  let copiedBytes = 0;
  let document: unknown = structuredClone(object);
  for (const [index, operation] of operations.entries()) {
    if (operation.op === "copy") copiedBytes += sizeAt(document, operation.from);
    if (copiedBytes > mostCopiedBytes) throw tooLargeError("the copies of the JSON patch are too large");
    document = step(document, operation, index);
  }
  return document;
}

function step(document: unknown, operation: Operation, index: number): unknown {
  try {
    return jsonPatch.applyOperation(document, operation, true, true, true, index).newDocument;
  } catch {
    throw unprocessablePatchError();
  }
}

function sizeAt(document: unknown, pointer: string): number {
  try {
    return JSON.stringify(jsonPatch.getValueByPointer(document, pointer))?.length ?? 0;
  } catch {
    throw unprocessablePatchError();
  }
}

function toOperation(value: unknown): Operation {
  if (!isRecord(value)) throw badRequest("error decoding patch: every operation is an object");
  if (!operationNames.has(value.op) || typeof value.path !== "string") throw unprocessablePatchError();
  // The JSON patch library validates the fields other than op and path when it applies the operation.
  const operation: Operation = JSON.parse(JSON.stringify(takesValue.has(value.op) ? { value: null, ...value } : value));
  return operation;
}
