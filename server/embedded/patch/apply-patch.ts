import "server-only";
import jsonPatch, { type Operation } from "fast-json-patch";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest, tooLarge, unprocessable, unsupportedMediaType } from "../api-error.ts";
import { mergePatch } from "./merge-patch.ts";
import { strategicMergePatch } from "./strategic-merge-patch.ts";

export const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
] as const;
export type PatchType = (typeof patchTypes)[number];

const mostOperations = 10_000;
const operationNames: ReadonlySet<unknown> = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/**
 * The object after the patch.
 * @throws ApiError 415 for another type, 400 for a body that is no patch, 422 where it does not fit, 413 for too many
 */
export function applyPatch(object: object, patch: unknown, type: string): unknown {
  switch (type) {
    case "application/merge-patch+json":
      return mergePatch(object, recordOf(patch));
    case "application/strategic-merge-patch+json":
      return strategicMergePatch(object, recordOf(patch));
    case "application/json-patch+json":
      return applyJsonPatch(object, patch);
    default:
      throw unsupportedMediaType(
        `the body of the request was in an unknown format - accepted media types include: ${patchTypes.join(", ")}`,
      );
  }
}

function recordOf(patch: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(patch)) throw badRequest("error decoding patch: a JSON object is expected");
  return patch;
}

function applyJsonPatch(object: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest("error decoding patch: a JSON array is expected");
  if (patch.length > mostOperations) {
    throw tooLarge(`The allowed maximum operations in a JSON patch is ${mostOperations}, got ${patch.length}`);
  }
  const operations = patch.map(toOperation);
  try {
    return jsonPatch.applyPatch(structuredClone(object), operations, true).newDocument;
  } catch (error) {
    const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    throw unprocessable(`the server rejected our request due to an error in our request: ${message}`);
  }
}

function toOperation(value: unknown): Operation {
  if (!isRecord(value) || !operationNames.has(value.op) || typeof value.path !== "string") {
    throw badRequest("error decoding patch: every operation needs op and path");
  }
  // What stands in an operation beside op and path is checked by the library, which validates while it applies.
  const operation: Operation = JSON.parse(JSON.stringify(value));
  return operation;
}
