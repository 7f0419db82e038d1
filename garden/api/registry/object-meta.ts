import "server-only";
import { stringAt } from "#lib/kube/field.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject, KubeStatusCause, ObjectMeta } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { fieldErrorCause } from "../errors/api-error.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const mostAnnotationBytes = 256 * 1024;

/** Validates the metadata of an object to be created. */
export function validateMeta({ metadata }: KubeObject, { names }: ResourceDefinition): readonly KubeStatusCause[] {
  return [...nameCauses(metadata.name, names), ...freeCauses(metadata), ...finalizerCauses(metadata.finalizers)];
}

/**
 * Validates the metadata of an update. The API server repeats most errors four times and the others twice, because both
 * the registry and the resource validate the object and the change.
 * @source Kubernetes: apiserver pkg/registry/rest/update.go, BeforeUpdate
 */
export function validateMetaUpdate(
  before: ObjectMeta,
  given: ObjectMeta,
  after: ObjectMeta,
): readonly KubeStatusCause[] {
  const free = freeCauses(after);
  const twice = [...finalizerCauses(after.finalizers), ...immutableCauses(before, given)];
  return [...free, ...free, ...twice, ...free, ...free, ...twice];
}

function freeCauses({ labels, annotations, ownerReferences }: ObjectMeta): readonly KubeStatusCause[] {
  return [
    ...validateLabels("metadata.labels", labels),
    ...mapCauses("metadata.annotations", annotations, {
      faultsOfKey: (key) => qualifiedNameErrors(key.toLowerCase()),
      faultsOfValue: () => [],
    }),
    ...annotationSize(annotations),
    ...ownerCauses(ownerReferences),
  ];
}

/** Validates keys and values of labels. @source Kubernetes: apimachinery pkg/apis/meta/v1/validation, ValidateLabels */
export function validateLabels(field: string, labels: unknown): readonly KubeStatusCause[] {
  return mapCauses(field, labels, { faultsOfKey: qualifiedNameErrors, faultsOfValue: labelValueErrors });
}

const immutableFields = ["uid", "creationTimestamp", "deletionTimestamp"] as const;

/** Validates an immutable metadata field: it can be missing in an update, but not differ from the stored value. */
function immutableCauses(before: ObjectMeta, given: ObjectMeta): readonly KubeStatusCause[] {
  return immutableFields.flatMap((field) => {
    const wanted = given[field];
    if (wanted === undefined || isSameValue(wanted, before[field])) return [];
    return [invalidCause(`metadata.${field}`, wanted, "field is immutable")];
  });
}

/** Whether two timestamps are the same instant, also in different formats such as `2026-11-23T08:30:40.000Z`. */
function isSameValue(one: string, other: string | undefined): boolean {
  const at = parseInstant(one);
  return one === other || (at !== undefined && at === parseInstant(other));
}

function ownerCauses(owners: unknown): readonly KubeStatusCause[] {
  if (!Array.isArray(owners)) return [];
  return owners.flatMap((owner: unknown) =>
    ["apiVersion", "kind", "name", "uid"].flatMap((field) =>
      stringAt(owner, field) ? [] : [invalidCause(`metadata.ownerReferences.${field}`, "", "must not be empty")],
    ),
  );
}

function invalidCause(field: string, value: unknown, why: string): KubeStatusCause {
  return fieldErrorCause("Invalid", field, `${JSON.stringify(value)}: ${why}`);
}

const nameForm =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Validates label keys and finalizer names. @source Kubernetes: apimachinery pkg/util/validation, IsQualifiedName */
function qualifiedNameErrors(key: string): readonly string[] {
  const [name = "", prefix, ...more] = key.split("/").toReversed();
  if (more.length > 0) return [`a qualified name ${nameForm} with an optional DNS subdomain prefix and '/'`];
  const faults: string[] = [];
  if (prefix === "") faults.push("prefix part must be non-empty");
  else if (prefix !== undefined && !isDns1123Subdomain(prefix)) faults.push("prefix part must be a DNS subdomain");
  if (name === "") faults.push("name part must be non-empty");
  else if (name.length > 63) faults.push("name part must be no more than 63 bytes");
  if (!/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) faults.push(`name part ${nameForm}`);
  return faults;
}

function labelValueErrors(value: string): readonly string[] {
  if (value.length > 63) return ["must be no more than 63 bytes"];
  return isLabelValue(value)
    ? []
    : [`a valid label must be an empty string or ${nameForm.replace("must consist", "consist")}`];
}

/** What Kubernetes says about a name that is no DNS label. */
export const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What Kubernetes says about a name that is no DNS subdomain. */
export const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const nameRules: Readonly<Record<ResourceDefinition["names"], readonly [(name: string) => boolean, string]>> = {
  "dns-label": [isDns1123Label, labelRule],
  "dns-subdomain": [isDns1123Subdomain, subdomainRule],
  "path-segment": [
    (name) => name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name),
    "may not be '.', '..' or contain '/' or '%'",
  ],
};

function nameCauses(name: string, rule: ResourceDefinition["names"]): readonly KubeStatusCause[] {
  if (name === "") return [fieldErrorCause("Required", "metadata.name", "name or generateName is required")];
  const [isValid, why] = nameRules[rule];
  return isValid(name) ? [] : [invalidCause("metadata.name", name, why)];
}

interface MapRule {
  readonly faultsOfKey: (key: string) => readonly string[];
  readonly faultsOfValue: (value: string) => readonly string[];
}

function mapCauses(field: string, map: unknown, { faultsOfKey, faultsOfValue }: MapRule): readonly KubeStatusCause[] {
  if (map === undefined || map === null) return [];
  if (!isRecord(map)) return [fieldErrorCause("Invalid", field, "must be a map of texts")];
  return Object.entries(map).flatMap(([key, value]) => [
    ...faultsOfKey(key).map((why) => invalidCause(field, key, why)),
    ...(typeof value === "string" ? faultsOfValue(value) : ["must be a text"]).map((why) =>
      invalidCause(field, value, why),
    ),
  ]);
}

function annotationSize(annotations: unknown): readonly KubeStatusCause[] {
  if (!isRecord(annotations)) return [];
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  if (size <= mostAnnotationBytes) return [];
  return [fieldErrorCause("TooLong", "metadata.annotations", `may not be more than ${mostAnnotationBytes} bytes`)];
}

function finalizerCauses(finalizers: unknown): readonly KubeStatusCause[] {
  if (finalizers === undefined || finalizers === null) return [];
  const valid =
    Array.isArray(finalizers) &&
    finalizers.every((name) => typeof name === "string" && name !== "" && isLabelKey(name));
  return valid ? [] : [fieldErrorCause("Invalid", "metadata.finalizers", "every finalizer must be a qualified name")];
}
