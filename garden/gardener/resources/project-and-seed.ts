import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { fieldAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject, KubeStatusCause } from "#lib/kube/object.ts";
import { isRecord } from "#lib/kube/wire.ts";

/** Validates the spec of a Project. @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec */
export function validateProject(project: KubeObject): readonly KubeStatusCause[] {
  const namespace = stringAt(project, "spec", "namespace");
  const isElsewhere = namespace !== undefined && namespace !== "garden" && !namespace.startsWith("garden-");
  const isEmpty = (field: string) => stringAt(project, "spec", field) === "";
  return [
    ...["description", "purpose"]
      .filter(isEmpty)
      .map((field) => fieldErrorCause("Required", `spec.${field}`, "must be set when it is there")),
    ...(isElsewhere
      ? [fieldErrorCause("Invalid", "spec.namespace", `${JSON.stringify(namespace)}: must start with garden-`)]
      : []),
    ...["description", "purpose"].flatMap((field) => freeTextCauses(`spec.${field}`, stringAt(project, "spec", field))),
  ];
}

/**
 * Reports a text with characters other than letters, digits, spaces and some punctuation marks.
 * @source Gardener: pkg/utils/validation/validation.go, ValidateFreeFormText
 */
function freeTextCauses(path: string, text = ""): readonly KubeStatusCause[] {
  const strange = text.replaceAll(/[\p{L}\p{Nd}\s.,:\-_/\\]/gu, "");
  if (strange === "") return [];
  return [fieldErrorCause("Forbidden", path, `must not contain invalid character: ${JSON.stringify(strange)}`)];
}

/** Validates required fields of a Seed. @source Gardener: pkg/api/core/validation/seed.go, ValidateSeedSpec */
export function validateSeed(seed: KubeObject): readonly KubeStatusCause[] {
  const spec = fieldAt(seed, "spec");
  const has = (path: string) => isRecord(fieldAt(spec, ...path.split(".")));
  const needed = [
    "provider.type",
    "provider.region",
    "ingress",
    ...(has("backup") ? ["backup.credentialsRef"] : []),
    ...(has("ingress") && !has("dns.provider") ? ["dns.provider"] : []),
    ...(has("dns.provider") ? ["dns.provider.type", "dns.provider.credentialsRef"] : []),
    ...(has("dns.internal")
      ? ["dns.internal.domain", "dns.internal.type", "dns.internal.credentialsRef"]
      : ["dns.internal"]),
  ];
  return needed.flatMap((path) => {
    const value = fieldAt(spec, ...path.split("."));
    return value === undefined || value === null || value === ""
      ? [fieldErrorCause("Required", `spec.${path}`, "must be set")]
      : [];
  });
}
