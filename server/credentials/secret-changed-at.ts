import { fieldAt, textAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/**
 * When a Secret got the values that it has, as the API server recorded it: the newest write of whoever owns a value. The
 * record says no less than that: a write of the same hand to something else counts too, which only makes one wait longer.
 * Undefined where nothing is recorded.
 */
export function secretChangedAt({ metadata }: KubeObject): string | undefined {
  const times = (metadata.managedFields ?? []).flatMap((entry) => {
    const touches = ["f:data", "f:stringData", "f:immutable"].some(
      (key) => fieldAt(entry, "fieldsV1", key) !== undefined,
    );
    const time = textAt(entry, "time");
    return touches && time !== undefined && parseInstant(time) !== undefined ? [time] : [];
  });
  return times.sort((a, b) => (parseInstant(b) ?? 0) - (parseInstant(a) ?? 0))[0];
}
