import "server-only";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fieldErrorCause } from "../errors/api-error.ts";
import { validateLabels } from "../registry/object-meta.ts";

const mostDataBytes = 1024 * 1024;
const keyForm = /^[-._a-zA-Z0-9]{1,253}$/;

/**
 * Validates keys, size and finalizers of a Secret or ConfigMap.
 * @source Kubernetes: pkg/apis/core/validation/validation.go (ValidateSecret, ValidateConfigMap)
 */
export function validateSecretOrConfigMap(object: KubeObject): readonly KubeStatusCause[] {
  const entries = ["data", "binaryData"].flatMap((field) => {
    const map = fieldAt(object, field);
    return isRecord(map) ? Object.entries(map).map(([key, value]) => ({ field, key, value: String(value) })) : [];
  });
  const causes = entries
    .filter(({ key }) => !keyForm.test(key) || key === "." || key.startsWith(".."))
    .map(({ field, key }) =>
      fieldErrorCause(
        "Invalid",
        `${field}[${key}]`,
        `${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.'`,
      ),
    );
  const size = entries.reduce((sum, { value }) => sum + value.length, 0);
  if (size > mostDataBytes)
    causes.push(fieldErrorCause("TooLong", "data", `may not be more than ${mostDataBytes} bytes`));
  return [...finalizerCauses(object), ...causes, ...basicAuthCauses(object)];
}

/** A Secret with a user name or a password has one of them. */
function basicAuthCauses(object: KubeObject): readonly KubeStatusCause[] {
  const keys = ["username", "password"];
  const isMissing = keys.every((key) => fieldAt(object, "data", key) === undefined);
  const isChecked = stringAt(object, "type") === "kubernetes.io/basic-auth" && isMissing;
  return isChecked ? keys.map((key) => fieldErrorCause("Required", `data[${key}]`)) : [];
}

const standardFinalizers: ReadonlySet<string> = new Set(["kubernetes", "orphan", "foregroundDeletion"]);

/**
 * Validates the finalizers of core objects: other than those of other objects, they need a prefix.
 * @source Kubernetes: pkg/apis/core/validation/validation.go (validateKubeFinalizerName)
 */
function finalizerCauses({ metadata }: KubeObject): readonly KubeStatusCause[] {
  const why = "name is neither a standard finalizer name nor is it fully qualified";
  return (metadata.finalizers ?? []).flatMap((name, index) =>
    name.includes("/") || standardFinalizers.has(name)
      ? []
      : [fieldErrorCause("Invalid", `metadata.finalizers[${index}]`, `${JSON.stringify(name)}: ${why}`)],
  );
}

/** Validates an update against the immutable fields of a Secret or ConfigMap. */
export function validateSecretOrConfigMapUpdate(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const isOtherType = stringAt(before, "type") !== stringAt(after, "type");
  // Kubernetes validates the finalizers of an update twice.
  const retyped = [
    ...finalizerCauses(after),
    ...(isOtherType ? [fieldErrorCause("Invalid", "type", "field is immutable")] : []),
  ];
  if (fieldAt(before, "immutable") !== true) return retyped;
  const changed = ["data", "binaryData"].filter(
    (field) => !semanticallyEqual(fieldAt(before, field), fieldAt(after, field)),
  );
  const lifted = fieldAt(after, "immutable") === true ? [] : ["immutable"];
  const why = "field is immutable when `immutable` is set";
  return [...retyped, ...[...lifted, ...changed].map((field) => fieldErrorCause("Forbidden", field, why))];
}

/** Refuses a change of a binding's roleRef, which is immutable. */
export function validateRoleBindingUpdate(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const same = semanticallyEqual(fieldAt(before, "roleRef"), fieldAt(after, "roleRef"));
  return same ? [] : [fieldErrorCause("Invalid", "roleRef", "cannot change roleRef")];
}

export function validateRoleBinding(binding: KubeObject): readonly KubeStatusCause[] {
  const kind = stringAt(binding, "roleRef", "kind") ?? "";
  const named = (stringAt(binding, "roleRef", "name") ?? "") !== "";
  const kinds = binding.metadata.namespace === undefined ? ["ClusterRole"] : ["Role", "ClusterRole"];
  const supported = `${JSON.stringify(kind)}: supported values: ${kinds.map((each) => JSON.stringify(each)).join(", ")}`;
  return [
    ...(kinds.includes(kind) ? [] : [fieldErrorCause("NotSupported", "roleRef.kind", supported)]),
    ...(named ? [] : [fieldErrorCause("Required", "roleRef.name")]),
  ];
}

/**
 * Validates the labels by which an aggregated ClusterRole selects others.
 * @source Kubernetes: pkg/apis/rbac/validation/validation.go, ValidateClusterRole
 */
export function validateClusterRole(role: KubeObject): readonly KubeStatusCause[] {
  return listAt(role, "aggregationRule", "clusterRoleSelectors").flatMap((selector, index) =>
    validateLabels(`aggregationRule.clusterRoleSelectors[${index}].matchLabels`, fieldAt(selector, "matchLabels")),
  );
}
