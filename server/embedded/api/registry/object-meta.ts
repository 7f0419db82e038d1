import "server-only";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label, isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

const mostAnnotationBytes = 256 * 1024;

/** What is wrong with the metadata of an object that is about to be stored. */
export function validateMeta({ metadata }: KubeObject, { names }: ResourceDefinition): readonly KubeStatusCause[] {
  return [
    ...nameCauses(metadata.name, names),
    ...mapCauses("metadata.labels", metadata.labels, { isKey: isLabelKey, isValue: isLabelValue }),
    ...mapCauses("metadata.annotations", metadata.annotations, { isKey: isAnnotationKey, isValue: () => true }),
    ...annotationSize(metadata.annotations),
    ...finalizerCauses(metadata.finalizers),
  ];
}

/** The keys of annotations may have capital letters in their prefix, too. */
function isAnnotationKey(key: string): boolean {
  return isLabelKey(key.toLowerCase());
}

function nameCauses(name: string, rule: ResourceDefinition["names"]): readonly KubeStatusCause[] {
  const cause = (message: string): KubeStatusCause => ({
    reason: "FieldValueInvalid",
    field: "metadata.name",
    message: `Invalid value: ${JSON.stringify(name)}: ${message}`,
  });
  switch (rule) {
    case "dns-label":
      return isDns1123Label(name)
        ? []
        : [
            cause(
              "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
            ),
          ];
    case "dns-subdomain":
      return isDns1123Subdomain(name)
        ? []
        : [
            cause(
              "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
            ),
          ];
    case "path-segment":
      return name !== "" && name !== "." && name !== ".." && !/[/%]/.test(name)
        ? []
        : [cause("may not be '.', '..' or contain '/' or '%'")];
  }
}

interface MapRule {
  readonly isKey: (key: string) => boolean;
  readonly isValue: (value: string) => boolean;
}

function mapCauses(field: string, map: unknown, { isKey, isValue }: MapRule): readonly KubeStatusCause[] {
  if (map === undefined || map === null) return [];
  if (!isRecord(map)) return [{ reason: "FieldValueInvalid", field, message: "Invalid value: must be a map of texts" }];
  return Object.entries(map).flatMap(([key, value]) => {
    if (isKey(key) && typeof value === "string" && isValue(value)) return [];
    const wrong = JSON.stringify(isKey(key) ? value : key);
    const message = `Invalid value: ${wrong}: name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character`;
    return [{ reason: "FieldValueInvalid", field, message }];
  });
}

function annotationSize(annotations: unknown): readonly KubeStatusCause[] {
  if (!isRecord(annotations)) return [];
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
  return size > mostAnnotationBytes
    ? [
        {
          reason: "FieldValueTooLong",
          field: "metadata.annotations",
          message: `Too long: may not be more than ${mostAnnotationBytes} bytes`,
        },
      ]
    : [];
}

function finalizerCauses(finalizers: unknown): readonly KubeStatusCause[] {
  if (finalizers === undefined || finalizers === null) return [];
  const valid =
    Array.isArray(finalizers) &&
    finalizers.every((name) => typeof name === "string" && name !== "" && isLabelKey(name));
  return valid
    ? []
    : [
        {
          reason: "FieldValueInvalid",
          field: "metadata.finalizers",
          message: "Invalid value: every finalizer must be a qualified name",
        },
      ];
}
