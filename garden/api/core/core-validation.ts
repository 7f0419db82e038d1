import "server-only";
import { fieldAt, textAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { isRecord } from "#lib/kube/wire.ts";

const mostDataBytes = 1024 * 1024;
const keyForm = /^[-._a-zA-Z0-9]{1,253}$/;

function immutable(field: string, message = "field is immutable"): KubeStatusCause {
  return { reason: "FieldValueInvalid", field, message: `Invalid value: ${message}` };
}

/**
 * Keys and size of a Secret or a ConfigMap.
 * @source Kubernetes: pkg/apis/core/validation/validation.go (ValidateSecret, ValidateConfigMap)
 */
export function validateData(object: KubeObject): readonly KubeStatusCause[] {
  const entries = ["data", "binaryData"].flatMap((field) => {
    const map = fieldAt(object, field);
    return isRecord(map) ? Object.entries(map).map(([key, value]) => ({ field, key, value: String(value) })) : [];
  });
  const causes: KubeStatusCause[] = entries
    .filter(({ key }) => !keyForm.test(key) || key === "." || key.startsWith(".."))
    .map(({ field, key }) => ({
      reason: "FieldValueInvalid",
      field: `${field}[${key}]`,
      message: `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of alphanumeric characters, '-', '_' or '.'`,
    }));
  const size = entries.reduce((sum, { value }) => sum + value.length, 0);
  if (size > mostDataBytes) {
    const message = `Too long: may not be more than ${mostDataBytes} bytes`;
    causes.push({ reason: "FieldValueTooLong", field: "data", message });
  }
  return causes;
}

/** What of a Secret or a ConfigMap can never change again. */
export function validateDataUpdate(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const causes: KubeStatusCause[] = [];
  if (textAt(before, "type") !== textAt(after, "type")) causes.push(immutable("type"));
  if (fieldAt(before, "immutable") !== true) return causes;
  const message = "field is immutable when `immutable` is set";
  const changed = ["data", "binaryData"].filter(
    (field) => !semanticallyEqual(fieldAt(before, field), fieldAt(after, field)),
  );
  const lifted = fieldAt(after, "immutable") === true ? [] : ["immutable"];
  return [
    ...causes,
    ...[...lifted, ...changed].map((field) => ({
      reason: "FieldValueForbidden",
      field,
      message: `Forbidden: ${message}`,
    })),
  ];
}

/** A binding names its role for good: another role is another binding. */
export function validateBindingUpdate(before: KubeObject, after: KubeObject): readonly KubeStatusCause[] {
  const same = semanticallyEqual(fieldAt(before, "roleRef"), fieldAt(after, "roleRef"));
  return same ? [] : [immutable("roleRef", "cannot change roleRef")];
}

export function validateBinding(binding: KubeObject): readonly KubeStatusCause[] {
  const kind = textAt(binding, "roleRef", "kind") ?? "";
  const named = (textAt(binding, "roleRef", "name") ?? "") !== "";
  const kinds = binding.metadata.namespace === undefined ? ["ClusterRole"] : ["Role", "ClusterRole"];
  return [
    ...(kinds.includes(kind)
      ? []
      : [
          {
            reason: "FieldValueNotSupported",
            field: "roleRef.kind",
            message: `Unsupported value: ${JSON.stringify(kind)}: supported values: ${kinds.map((each) => JSON.stringify(each)).join(", ")}`,
          },
        ]),
    ...(named ? [] : [{ reason: "FieldValueRequired", field: "roleRef.name", message: "Required value" }]),
  ];
}
