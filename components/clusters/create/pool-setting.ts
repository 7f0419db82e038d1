import type { DraftPath } from "#lib/create/draft-document.ts";
import { stringAt } from "#lib/kube/field.ts";
import type { JsonObject } from "#lib/manifest/manifest.ts";
import type { DraftFields } from "./draft-fields.ts";

/** What a part of a pool's details needs. */
export interface PoolSettingProps {
  readonly fields: DraftFields;
  readonly pool: JsonObject;
  /** Path of the pool in the draft. */
  readonly at: DraftPath;
  /** The pool of this name that the cluster has; undefined for a new pool. */
  readonly existing: JsonObject | undefined;
}

/** Whether the nodes of a pool are updated in place instead of replaced. */
export function isUpdatedInPlace(pool: JsonObject | undefined): boolean {
  return /^(Auto|Manual)InPlaceUpdate$/.test(stringAt(pool, "updateStrategy") ?? "");
}
