import type { DraftPath } from "#lib/create/draft-document.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { text } from "#lib/language/text.ts";
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

/** The pool of the same name that the cluster has; undefined for a new pool. */
export function existingPoolOf({ existing }: DraftFields, pool: JsonObject): JsonObject | undefined {
  const name = stringAt(pool, "name");
  const pools = listAt(existing, "spec", "provider", "workers").filter(isRecord);
  return pools.find((each) => stringAt(each, "name") === name);
}

/** Why a field is not offered whose change Gardener refuses for a pool that updates its nodes in place. */
export function describeFrozenField(): string {
  return text("A pool that updates its nodes in place keeps it.");
}
