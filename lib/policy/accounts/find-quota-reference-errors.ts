import type { QuotaReference, QuotaScope } from "../projects/quota-references.ts";
import { type FieldErrors, fieldError } from "../spec-validation/field-error.ts";

/**
 * Errors of the Quotas that a new binding names, by their place: each must be there and readable for the user, and of
 * those that count the clusters of a project, or those of an account, there can be one each. The list never changes.
 *
 * @param scopeOf what a Quota counts: null if there is no such Quota, undefined if the user may not read it
 * @source Gardener: plugin/pkg/global/resourcereferencemanager, ensureBindingReferences
 */
export function findQuotaReferenceErrors(
  references: readonly QuotaReference[],
  scopeOf: (reference: QuotaReference) => QuotaScope | null | undefined,
): FieldErrors {
  const taken = new Set<string>();
  return references.flatMap((reference, place) => {
    const path = `quotas[${place}]`;
    const { namespace, name } = reference;
    const scope = scopeOf(reference);
    if (scope === undefined) {
      return [fieldError(path, "OBJECT_NOT_READABLE", { kind: "Quota", name: `${namespace}/${name}` })];
    }
    if (scope === null) return [fieldError(path, "REFERENCE_NOT_FOUND", { kind: "Quota", name })];
    if (taken.has(scope)) return [fieldError(path, "QUOTA_SCOPE_TAKEN", { name })];
    taken.add(scope);
    return [];
  });
}
