import type { Act, ChangeSubject } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isSameJson } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * Subjects of changes that can be reverted exactly: setting the previous value again leaves nothing behind. Excluded
 * are versions, which only go up, and pool changes, whose nodes have been replaced by then.
 */
const reversible: ReadonlySet<ChangeSubject> = new Set([
  "maintenance-window",
  "auto-update",
  "auto-rotation",
  "spec-update-rollout",
  "hibernation",
  "hibernation-schedules",
]);

type Patch = Readonly<Record<string, unknown>>;

/** Action that reverts another action, given the Shoot `before` the other action; undefined if there is none. */
export function actThatRevertsChange(act: Act, before: Shoot): Act | undefined {
  if (act.kind !== "change" || !reversible.has(act.about)) return undefined;
  const { metadata, spec } = act.patch;
  if (metadata !== undefined || spec === undefined) return undefined;
  return { kind: "change", about: act.about, patch: { spec: reversePatch(spec, before.spec) } };
}

/** Returns whether all fields that a change set still have the values that it set. */
export function isChangeStillApplied(act: Act, now: Shoot): boolean {
  return act.kind === "change" && act.patch.spec !== undefined && isAsPatched(act.patch.spec, now.spec);
}

/** Merge patch that restores the previous value of each field in `patch`; fields that did not exist are removed. */
function reversePatch(patch: Patch, before: unknown): Record<string, unknown> {
  const reverse: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(patch)) {
    const held = valueIn(before, key);
    reverse[key] =
      isRecord(value) && (held === undefined || isRecord(held)) ? reversePatch(value, held) : (held ?? null);
  }
  return reverse;
}

function isAsPatched(patch: Patch, now: unknown): boolean {
  return Object.entries(patch).every(([key, value]) => {
    const held = valueIn(now, key);
    if (isRecord(value)) return isAsPatched(value, held);
    return value === null ? held === undefined || held === null : isSameJson(value, held);
  });
}

function valueIn(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
