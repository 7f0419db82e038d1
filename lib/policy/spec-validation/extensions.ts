import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { checkEach, checkName, checkOneOf, checkRequired, checkUnique } from "./field-checks.ts";
import type { FieldErrors } from "./field-error.ts";

/**
 * Validation of the list of extensions: unique types that are valid names.
 * @source Gardener: pkg/api/core/validation/utils.go, validateExtensions
 */
export function validateExtensions(spec: ShootSpec): FieldErrors {
  const types = listAt(spec, "extensions").map((extension) => stringAt(extension, "type") ?? "");
  const at = "spec.extensions[].type";
  return [
    ...checkEach(at, types, (place, type) =>
      type === "" ? checkRequired(place, type) : checkName(place, type, isDns1123Label),
    ),
    ...checkUnique(at, types),
  ];
}

/** Kinds of objects to which `spec.resources` may refer, in the API server's notation. */
const referable = [
  "/v1, Kind=Secret",
  "/v1, Kind=ConfigMap",
  "security.gardener.cloud/v1alpha1, Kind=WorkloadIdentity",
];

/**
 * Validation of `spec.resources`: unique names, and allowed kinds.
 * @source Gardener: pkg/api/core/validation/utils.go, ValidateResources
 */
export function validateResources(spec: ShootSpec): FieldErrors {
  const resources = listAt(spec, "resources");
  const names = resources.map((resource) => stringAt(resource, "name") ?? "");
  const at = "spec.resources[].name";
  return [
    ...checkEach(at, names, checkRequired),
    ...checkUnique(
      at,
      names.map((name) => name || undefined),
    ),
    ...resources.flatMap((resource, index) =>
      referenceErrors(`spec.resources[${index}].resourceRef`, fieldAt(resource, "resourceRef")),
    ),
  ];
}

function referenceErrors(path: string, reference: unknown): FieldErrors {
  const field = (name: string) => stringAt(reference, name) ?? "";
  const [version, kind] = [field("apiVersion"), field("kind")];
  const slash = version.lastIndexOf("/");
  const value = `${version.slice(0, Math.max(0, slash))}/${version.slice(slash + 1)}, Kind=${kind}`;
  return [
    ...checkRequired(`${path}.apiVersion`, version),
    ...checkRequired(`${path}.kind`, kind),
    ...checkOneOf(path, value, referable),
    ...checkRequired(`${path}.name`, field("name")),
  ];
}
