import "server-only";
import { createHash } from "node:crypto";
import type { ActStep } from "#lib/act/plan/plan-act.ts";
import type { Act } from "#lib/contract/act.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Content of a preview: an action on one version of one object, and the requests that execute it. */
export interface HashedPreview {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly act: Act;
  readonly steps: readonly ActStep[];
}

/** Sorts fields, so that equal actions have equal hashes. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  return Object.keys(value)
    .sort()
    .map((key) => [key, canonical(value[key])]);
}

/** Identifies a preview in its confirmation and in the audit log. */
export function previewHash({ uid, resourceVersion, act, steps }: HashedPreview): string {
  const text = JSON.stringify(canonical([uid, resourceVersion, act, steps]));
  return createHash("sha256").update(text).digest("base64url");
}
