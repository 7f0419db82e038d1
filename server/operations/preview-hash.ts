import "server-only";
import { createHash } from "node:crypto";
import type { ActRequestStep } from "#lib/act/plan/plan-act.ts";
import type { Act } from "#lib/contract/act.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** What a preview's hash is computed from: an action, the Shoot's version, and the requests that execute the action. */
export interface HashedPreview {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly act: Act;
  readonly steps: readonly ActRequestStep[];
}

/** Sorts the fields of a value, so that equal actions have equal hashes. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, canonical(value[key])]);
}

/** A hash that identifies a preview when it is confirmed, and in the audit log. */
export function previewHash({ uid, resourceVersion, act, steps }: HashedPreview): string {
  const text = JSON.stringify(canonical([uid, resourceVersion, act, steps]));
  return createHash("sha256").update(text).digest("base64url");
}
