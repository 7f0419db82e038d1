import type { Act, ChangeSubject } from "#lib/contract/act.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isSame } from "#lib/kube/same-value.ts";
import { isRecord } from "#lib/kube/wire.ts";

/**
 * Changes whose way back is known exactly: what they set was set to something else before, and setting that again is as
 * good as never having changed it. Versions only go up, and pools have rolled by then.
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

/** The act that undoes another one, which was done to `before`; undefined where there is none. */
export function reverseChange(act: Act, before: Shoot): Act | undefined {
  if (act.kind !== "change" || !reversible.has(act.about)) return undefined;
  const { metadata, spec } = act.patch;
  if (metadata !== undefined || spec === undefined) return undefined;
  return { kind: "change", about: act.about, patch: { spec: reversePatch(spec, before.spec) } };
}

/** Whether everything that a change has set is as it set it: nobody has changed it since. */
export function isAsChanged(act: Act, now: Shoot): boolean {
  return act.kind === "change" && act.patch.spec !== undefined && isAsPatched(act.patch.spec, now.spec);
}

/** A merge patch that sets each field that `patch` sets to what it was; what was not there is taken away. */
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
    return value === null ? held === undefined || held === null : isSame(value, held);
  });
}

function valueIn(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
