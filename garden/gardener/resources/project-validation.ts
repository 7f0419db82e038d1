import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import { labelRule } from "#garden/api/registry/object-meta.ts";
import type { Project } from "#lib/garden/project.ts";
import { isLabelKey, isLabelValue } from "#lib/kube/labels.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { refusedCharactersIn } from "#lib/policy/projects/find-project-errors.ts";
import { findSelectorErrors } from "#lib/policy/spec-validation/placement.ts";
import { causeOfFieldError } from "../rules/field-error-messages.ts";

const reserved = ["gardener-system-seed-lease", "gardener-system-shoot-issuer", "gardener-system-public"];
const longestName = 10;

const quoted = (text: string | null | undefined): string => JSON.stringify(text ?? "");

/** Validates the name of a new Project. @source Gardener: pkg/api/core/validation/project.go */
export function validateProjectName(name: string): readonly KubeStatusCause[] {
  const field = "metadata.name";
  return [
    ...(Buffer.byteLength(name) > longestName
      ? [fieldErrorCause("TooLong", field, `may not be more than ${longestName} bytes`)]
      : []),
    ...(name.includes("--")
      ? [fieldErrorCause("Invalid", field, `${quoted(name)}: name may not contain two consecutive hyphens`)]
      : []),
  ];
}

/**
 * Validates the spec of a Project, without its members. Old texts with characters that are no longer allowed remain.
 * @source Gardener: pkg/api/core/validation/project.go, ValidateProjectSpec
 */
export function validateProjectSpec(
  spec: Project["spec"],
  before: Project["spec"] | undefined,
): readonly KubeStatusCause[] {
  return [
    ...(["description", "purpose"] as const).flatMap((field) => {
      const text = spec[field];
      if (text == null) return [];
      const path = `spec.${field}`;
      const missing = `must provide a ${field} when key is present`;
      return [
        ...(text === "" ? [fieldErrorCause("Required", path, missing)] : []),
        ...(before?.[field] === text ? [] : freeTextCauses(path, text)),
      ];
    }),
    ...tolerationCauses(spec.tolerations),
    ...dualApprovalCauses(spec.dualApprovalForDeletion),
  ];
}

/** Validates the namespace of a Project; a reserved one is reported alone. */
export function validateProjectNamespace(namespace: string | null | undefined): readonly KubeStatusCause[] {
  if (namespace == null) return [];
  const path = "spec.namespace";
  const refuse = (why: string) => fieldErrorCause("Invalid", path, `${quoted(namespace)}: ${why}`);
  if (reserved.includes(namespace)) {
    return [refuse(`Project namespaces [${reserved.join(", ")}] are reserved by Gardener`)];
  }
  return [
    ...(namespace === "garden" || namespace.startsWith("garden-") ? [] : [refuse("must start with garden-")]),
    ...(isDns1123Label(namespace) ? [] : [refuse(labelRule)]),
  ];
}

/** Whether a namespace belongs to Gardener itself. */
export function isReservedNamespace(namespace: string | null | undefined): boolean {
  return namespace != null && reserved.includes(namespace);
}

/** Reports a text with characters other than letters, digits, spaces and some punctuation marks. */
function freeTextCauses(path: string, text: string): readonly KubeStatusCause[] {
  const refused = refusedCharactersIn(text);
  if (refused.length === 0) return [];
  const listed = refused.map((character) => `'${character === "'" ? "\\'" : character}'`).join(" ");
  return [fieldErrorCause("Forbidden", path, `must not contain invalid character: [${listed}]`)];
}

type Tolerations = NonNullable<NonNullable<Project["spec"]["tolerations"]>["defaults"]>;

/** A toleration's key with its value, or the key alone for one of every value. */
const idOf = ({ key, value }: Tolerations[number]): string => (value == null ? key : `${key}=${value}`);

function tolerationCauses(tolerations: Project["spec"]["tolerations"]): readonly KubeStatusCause[] {
  const [defaults, whitelist] = [tolerations?.defaults ?? [], tolerations?.whitelist ?? []];
  const allowed = new Set(whitelist.map(idOf));
  return [
    ...listCauses(defaults, "spec.tolerations.defaults"),
    ...listCauses(whitelist, "spec.tolerations.whitelist"),
    ...defaults.flatMap((toleration, at) => {
      if (allowed.has(toleration.key) || allowed.has(idOf(toleration))) return [];
      const why = `only the following tolerations are allowed: [${[...allowed].join(" ")}]`;
      return [fieldErrorCause("Forbidden", `spec.tolerations.defaults[${at}]`, why)];
    }),
  ];
}

function listCauses(tolerations: Tolerations, path: string): readonly KubeStatusCause[] {
  const known = new Set<string>();
  return tolerations.flatMap((toleration, at) => {
    const { key, value } = toleration;
    const isKnown = known.has(idOf(toleration)) || known.has(key);
    known.add(idOf(toleration));
    return [
      ...(key ? [] : [fieldErrorCause("Required", `${path}[${at}].key`, "cannot be empty")]),
      ...(key && !isLabelKey(key) ? [fieldErrorCause("Invalid", `${path}[${at}].key`, quoted(key))] : []),
      ...(value != null && !isLabelValue(value)
        ? [fieldErrorCause("Invalid", `${path}[${at}].value`, quoted(value))]
        : []),
      ...(isKnown ? [fieldErrorCause("Duplicate", `${path}[${at}]`, quoted(idOf(toleration)))] : []),
    ];
  });
}

function dualApprovalCauses(rules: Project["spec"]["dualApprovalForDeletion"]): readonly KubeStatusCause[] {
  return (rules ?? []).flatMap(({ resource, selector }, at, all) => {
    const path = `spec.dualApprovalForDeletion[${at}].resource`;
    const ofSelector = findSelectorErrors(`spec.dualApprovalForDeletion[${at}].selector`, selector);
    const selectorCauses = ofSelector.map(causeOfFieldError);
    if (!resource) return [fieldErrorCause("Required", path, "cannot be empty"), ...selectorCauses];
    const isRepeated = all.slice(0, at).some((other) => other.resource === resource);
    return [
      ...(resource === "shoots"
        ? []
        : [fieldErrorCause("NotSupported", path, `${quoted(resource)}: supported values: "shoots"`)]),
      ...(isRepeated ? [fieldErrorCause("Duplicate", path, quoted(resource))] : []),
      ...selectorCauses,
    ];
  });
}
