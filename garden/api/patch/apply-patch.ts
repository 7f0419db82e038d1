import "server-only";
import { applyMergePatch } from "#lib/kube/apply-merge-patch.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { badRequest, unsupportedMediaType } from "../errors/api-error.ts";
import type { Schema } from "../schema/schema.ts";
import { applyJsonPatch } from "./json-patch.ts";
import { strategicMergePatch } from "./strategic-merge-patch.ts";

export const applyPatchType = "application/apply-patch+yaml";

export const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  applyPatchType,
] as const;

interface PatchForm {
  /** Content-Type of the patch. Server-side apply is handled elsewhere, because it depends on field owners. */
  readonly type: string;
  readonly schema: Schema;
}

/**
 * Applies a JSON, merge or strategic merge patch to an object and returns the result.
 * @throws ApiError 415 for another type, 400 for an invalid patch, 422 if it does not fit, 413 for too many operations
 */
export function applyPatch(object: object, patch: unknown, { type, schema }: PatchForm): unknown {
  switch (type) {
    case "application/merge-patch+json":
      return applyMergePatch(object, recordOf(patch));
    case "application/strategic-merge-patch+json":
      return strategicMergePatch(schema, object, recordOf(patch));
    case "application/json-patch+json":
      return applyJsonPatch(object, patch);
    default:
      throw unsupportedPatch();
  }
}

/** Refuses an unsupported Content-Type of a patch with 415. @throws ApiError 415 */
export function requirePatchType(type: string): void {
  if (!patchTypes.some((known) => known === type)) throw unsupportedPatch();
}

function unsupportedPatch(): Error {
  return unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${patchTypes.join(", ")}`,
  );
}

function recordOf(patch: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(patch)) throw badRequest("error decoding patch: a JSON object is expected");
  return patch;
}
