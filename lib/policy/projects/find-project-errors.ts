import { isDns1123Label } from "#lib/kube/names.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";

/** Maximum length of the name of a project. */
export const longestProjectName = 10;

/** Namespaces that no project can have, although their names begin like those of projects. */
const reservedNamespaces = ["gardener-system-seed-lease", "gardener-system-shoot-issuer", "gardener-system-public"];

/**
 * Errors for the name of a new project. Gardener itself takes dots, but then the project has no namespace of its name.
 *
 * @param taken names of the projects that are known to exist
 * @source Gardener: pkg/api/core/validation/project.go, ValidateProject
 */
export function findProjectNameErrors(name: string, taken: readonly string[] = []): FieldErrors {
  const path = "metadata.name";
  if (name === "") return [fieldError(path, "VALUE_REQUIRED")];
  const maximum = String(longestProjectName);
  return [
    ...fieldErrorIf(!isDns1123Label(name), path, "NAME_INVALID", { value: name }),
    ...fieldErrorIf(name.includes("--"), path, "NAME_DOUBLE_HYPHEN", { value: name }),
    ...fieldErrorIf(name.length > longestProjectName, path, "PROJECT_NAME_TOO_LONG", { value: name, maximum }),
    ...fieldErrorIf(taken.includes(name), path, "PROJECT_NAME_TAKEN", { value: name }),
  ];
}

/** @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec */
export function findProjectNamespaceErrors(namespace: string): FieldErrors {
  const path = "spec.namespace";
  const isProjects = namespace === "garden" || namespace.startsWith("garden-");
  return [
    ...fieldErrorIf(!isProjects || reservedNamespaces.includes(namespace), path, "NAME_INVALID", { value: namespace }),
    ...fieldErrorIf(!isDns1123Label(namespace), path, "NAME_INVALID", { value: namespace }),
  ].slice(0, 1);
}

/** Letters, digits and spaces as Go knows them, and a few signs. Of spaces JavaScript knows others. */
const allowedInText = /[\p{L}\p{Nd}\p{Z}\t\n\v\f\r\u0085.,:\-_/\\]/gu;

/**
 * The characters that the garden refuses in the description and the purpose of a project, in their order.
 * @source Gardener: pkg/utils/validation/validation.go, ValidateFreeFormText
 */
export function refusedCharactersIn(text: string): readonly string[] {
  return [...text.replaceAll(allowedInText, "")];
}

/**
 * Errors for the description or the purpose of a project. A text with other characters can stay while it is unchanged.
 *
 * @param before the text that the project has now
 * @source Gardener: pkg/api/core/validation/project.go, ValidateProjectDescription
 */
export function findProjectTextErrors(
  field: "description" | "purpose",
  value: string,
  before: string | undefined = undefined,
): FieldErrors {
  if (value === before) return [];
  const refused = [...new Set(refusedCharactersIn(value))];
  return fieldErrorIf(refused.length > 0, `spec.${field}`, "PROJECT_TEXT_CHARACTERS", { value: refused.join(" ") });
}
