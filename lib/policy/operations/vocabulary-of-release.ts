import { perObject } from "#lib/memo/per-object.ts";
import type { EditionRules } from "#lib/policy/editions/edition-rules.ts";
import { rolloutFamily, rotateRollout } from "./annotations.ts";
import { maintenanceField, operationField } from "./field-error.ts";
import { annotationOperations, isAnnotationOperation, soleOperations } from "./vocabulary.ts";

type VocabularyRule = "op.kubeconfig" | "op.forceInPlace" | "op.etcdSingle" | "op.withoutRollout" | "op.rolloutWorkers";

/** The rule that says whether a release knows an operation; the others are known to every release of today. */
const vocabularyRules: ReadonlyMap<string, VocabularyRule> = new Map([
  ["rotate-kubeconfig-credentials", "op.kubeconfig"],
  ["force-in-place-update", "op.forceInPlace"],
  ["rotate-etcd-encryption-key", "op.etcdSingle"],
  ["rotate-credentials-start-without-workers-rollout", "op.withoutRollout"],
  ["rotate-ca-start-without-workers-rollout", "op.withoutRollout"],
  ["rotate-serviceaccount-key-start-without-workers-rollout", "op.withoutRollout"],
]);

/** The rule that decides whether a release knows the operation. */
export function vocabularyRule(operation: string): VocabularyRule | undefined {
  const rule = vocabularyRules.get(operation);
  if (rule) return rule;
  const family = rolloutFamily(operation);
  if (!family) return undefined;
  return family === rotateRollout ? "op.withoutRollout" : "op.rolloutWorkers";
}

/** Whether a release knows the operation, in the annotation that `field` names. */
export function isInVocabulary(operation: string, rules: EditionRules, field: string = operationField): boolean {
  if (field === maintenanceField && soleOperations.has(operation) && rules("op.maintenanceSet") === "restricted") {
    return false;
  }
  const rule = vocabularyRule(operation);
  return rule ? rules(rule) !== "unknown" : isAnnotationOperation(operation);
}

/** The operations of the catalogue that a release does not know. Remembered, because menus ask for all of them. */
export const unknownOperations = perObject(
  (rules: EditionRules): ReadonlySet<string> =>
    new Set<string>(annotationOperations.filter((operation) => !isInVocabulary(operation, rules))),
);
