import { fieldAt, stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import type { KubeObject } from "#lib/kube/object.ts";

/**
 * When a Secret got its current values: the newest write, according to managedFields, by a manager that owns a value.
 * The result may be later than the real change, since the manager's writes to other fields count too. Undefined without
 * managedFields.
 */
export function secretChangedAt({ metadata }: KubeObject): string | undefined {
  const times = (metadata.managedFields ?? []).flatMap((entry) => {
    const touches = ["f:data", "f:stringData", "f:immutable"].some(
      (key) => fieldAt(entry, "fieldsV1", key) !== undefined,
    );
    const time = stringAt(entry, "time");
    return touches && time !== undefined && parseInstant(time) !== undefined ? [time] : [];
  });
  return times.sort((a, b) => (parseInstant(b) ?? 0) - (parseInstant(a) ?? 0))[0];
}
