import type { Shoot } from "#lib/garden/shoot.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";

/** A field of a Shoot that gets another value, or is removed. */
export interface FieldChange {
  readonly path: readonly (string | number)[];
  /** Undefined to remove the field. */
  readonly value?: unknown;
}

/** The Shoot with these changes, one after the other. Objects and lists on the way are made. */
export function withChanges(shoot: Shoot, changes: readonly FieldChange[]): Shoot {
  const changed = changes.reduce<unknown>((value, { path, value: given }) => withValueAt(value, path, given), shoot);
  const read: unknown = JSON.parse(JSON.stringify(changed));
  if (!isKubeObject<Shoot>(read)) throw new Error("a change took the metadata away");
  return read;
}

function withValueAt(value: unknown, [step, ...rest]: FieldChange["path"], given: unknown): unknown {
  if (step === undefined) return given;
  if (typeof step === "number") {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const index = Math.min(step, items.length);
    const changed = withValueAt(items[index], rest, given);
    return changed === undefined ? items.toSpliced(index, 1) : items.toSpliced(index, 1, changed);
  }
  return {
    ...(isRecord(value) ? value : {}),
    [step]: withValueAt(isRecord(value) ? value[step] : undefined, rest, given),
  };
}
