import { fieldAt } from "#lib/kube/field.ts";
import { isSameJson } from "#lib/kube/same-value.ts";

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

const namedField = /\bspec(?:\.[A-Za-z]\w*)+/;

/**
 * Returns whether a warning of the garden concerns the cluster rather than the change: it names a field that is set and
 * stays the same. Gardener repeats such warnings on almost every write.
 *
 * @source Gardener: pkg/api/core/shoot/warnings.go
 */
export function isWarningAboutUnchangedField(warning: string, { before, after }: Change): boolean {
  const field = namedField.exec(warning)?.[0];
  if (field === undefined) return false;
  const path = field.split(".");
  const value = fieldAt(before, ...path);
  return value !== undefined && value !== null && isSameJson(value, fieldAt(after, ...path));
}
