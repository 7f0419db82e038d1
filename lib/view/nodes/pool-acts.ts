import { text } from "#lib/language/text.ts";
import type { PoolRow } from "./pool-rows.ts";

/** Action on a whole worker pool. */
export type PoolActId = "roll-for-rotation" | "replace-nodes" | "force-in-place" | "change-size";

/** Returns the actions that make sense for a pool, in the order in which they are offered. */
export function offeredPoolActs({ inPlace, pending }: PoolRow): readonly PoolActId[] {
  const waits = new Set(pending.map(({ id }) => id));
  return [
    ...(waits.has("rotation") ? ["roll-for-rotation" as const] : []),
    ...(inPlace ? [] : ["replace-nodes" as const]),
    ...(waits.has("auto-in-place") || waits.has("manual-in-place") ? ["force-in-place" as const] : []),
    "change-size",
  ];
}

export function poolActLabel(id: PoolActId): string {
  if (id === "roll-for-rotation") return text("Roll for the rotation");
  if (id === "change-size") return text("Size…");
  return id === "replace-nodes" ? text("Replace its nodes") : text("Force the update in place");
}
