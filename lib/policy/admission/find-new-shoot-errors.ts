import type { CloudProfileSpec } from "#lib/garden/cloud-profile.ts";
import type { Shoot, ShootSpec } from "#lib/garden/shoot.ts";
import { isDns1123Label } from "#lib/kube/names.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { offeredKubernetes } from "../profiles/offered-versions.ts";
import { profileAdmissionContextAt } from "../profiles/validate-profile.ts";
import { checkAnnotations, checkLabels, isSet } from "../spec-validation/field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { findShootAdmissionErrors, type ShootAdmissionInput } from "./find-shoot-admission-errors.ts";

/** Maximum length of Shoot plus project name, which infrastructure names of at most 30 characters contain. */
const longestNames = 21;
/** Number of random characters that the server appends to `generateName`. */
const randomLetters = 5;

/** Maximum length of the name of a new Shoot, or of its `generateName`, in a project. */
export function longestShootName(project: string, isMadeUp = false): number {
  return longestNames - project.length - (isMadeUp ? randomLetters : 0);
}

/**
 * Errors for the name of a new Shoot: its form, its length together with that of the project, and a name in use.
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, validateProjectMembership
 */
export function findShootNameErrors(
  { name, generateName }: Pick<Shoot["metadata"], "name" | "generateName">,
  { project, taken = [] }: { readonly project: string; readonly taken?: readonly string[] | undefined },
): FieldErrors {
  const path = "metadata.name";
  // The server makes up a name before it checks it; a draft has none yet.
  const isMadeUp = Boolean(generateName) && (name === "" || name.startsWith(generateName ?? ""));
  const given = isMadeUp ? (generateName ?? "") : name;
  if (given === "") return [fieldError(path, "VALUE_REQUIRED")];
  const longest = longestShootName(project, isMadeUp);
  const whole = name || `${generateName}${"x".repeat(randomLetters)}`;
  return [
    ...fieldErrorIf(!isDns1123Label(whole), path, "NAME_INVALID", { value: given }),
    ...doubleHyphenErrors(whole),
    ...fieldErrorIf(given.length > longest, path, "NAME_TOO_LONG", { value: given, maximum: String(longest), project }),
    ...fieldErrorIf(taken.includes(name), path, "NAME_TAKEN", { value: name }),
  ];
}

function doubleHyphenErrors(name: string): FieldErrors {
  return fieldErrorIf(name.includes("--"), "metadata.name", "NAME_DOUBLE_HYPHEN", { value: name });
}

/**
 * Errors for the labels and annotations of a new Shoot.
 * @source Kubernetes: apimachinery pkg/api/validation/objectmeta.go, ValidateObjectMeta
 */
export function findShootLabelErrors({ labels, annotations }: Shoot["metadata"]): FieldErrors {
  return [...checkLabels("metadata.labels", labels), ...checkAnnotations("metadata.annotations", annotations)];
}

/**
 * Error for a new Shoot that names its CloudProfile in the field of today and in that of former times, even if both are
 * the same.
 * @source Gardener: plugin/pkg/shoot/mutator/admission.go, Admit
 */
export function findProfileNamedTwice({ cloudProfile, cloudProfileName }: ShootSpec): FieldErrors {
  return fieldErrorIf(isSet(cloudProfile) && Boolean(cloudProfileName), "spec.cloudProfileName", "PROFILE_NAMED_TWICE");
}

/**
 * Errors for required fields of a Shoot, which the validation of spec changes does not check.
 *
 * @param before the Shoot before a change; undefined for a new one
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootWithOpts
 */
export function findRequiredFieldErrors(
  { metadata, spec }: Pick<Shoot, "metadata" | "spec">,
  before: Pick<Shoot, "spec"> | undefined,
): FieldErrors {
  const hasNewWorkers =
    workerPoolsOf(spec).length > 0 && (before === undefined || workerPoolsOf(before.spec).length === 0);
  const hasProfile = Boolean(spec.cloudProfile?.name || spec.cloudProfileName);
  const hasBinding = isSelfHosted(spec) || Boolean(spec.secretBindingName || spec.credentialsBindingName);
  const required = (isMissing: boolean, path: string) => fieldErrorIf(isMissing, path, "VALUE_REQUIRED");
  return [
    ...(before ? [] : doubleHyphenErrors(metadata.name)),
    ...required(!hasProfile, "spec.cloudProfile.name"),
    ...required(!spec.kubernetes.version, "spec.kubernetes.version"),
    ...required(before === undefined && !spec.provider.type, "spec.provider.type"),
    ...required(before === undefined && spec.region == null, "spec.region"),
    ...required(hasNewWorkers && !spec.networking?.type, "spec.networking.type"),
    ...required(hasNewWorkers && !hasBinding, "spec.secretBindingName"),
    ...(before ? [] : missingImages(spec)),
  ];
}

/** Without a CloudProfile the API server cannot choose an image for a pool. */
function missingImages(spec: ShootSpec): FieldErrors {
  return workerPoolsOf(spec).flatMap(({ machine: { image } }, index) => {
    const path = `spec.provider.workers[${index}].machine.image`;
    if (!isSet(image)) return [fieldError(path, "VALUE_REQUIRED")];
    return fieldErrorIf(!image?.version, `${path}.version`, "VALUE_REQUIRED");
  });
}

/** A new Shoot and its CloudProfile; the spec is that after the API server's defaults. */
export type NewShootAdmissionInput = Omit<ShootAdmissionInput, "old" | "deleting">;

/**
 * Admission errors (403) of a new Shoot. Region and Kubernetes version must be offered, and everything else is checked
 * as a change from a Shoot that has none of it.
 * @source Gardener: plugin/pkg/shoot/validator
 */
export function findNewShootAdmissionErrors(
  input: NewShootAdmissionInput,
  rules: GardenerRules = newestRules,
): FieldErrors {
  return [
    ...regionErrors(input.new, input.profile.spec),
    ...versionErrors(input, rules),
    ...findShootAdmissionErrors({ ...input, old: emptiedSpec(input.new) }, rules),
  ];
}

/** The spec to compare a new Shoot with, so that fields that are only validated when they change count as changed. */
export function emptiedSpec(spec: ShootSpec): ShootSpec {
  const { accessRestrictions: _restrictions, tolerations: _tolerations, exposureClassName: _exposure, ...rest } = spec;
  const missing = {
    secretBindingName: null,
    credentialsBindingName: null,
    seedName: null,
    dns: null,
    controlPlane: null,
    extensions: null,
    resources: null,
  };
  return {
    ...rest,
    ...missing,
    // Whether the version is offered is checked as that of a new Shoot.
    kubernetes: { version: spec.kubernetes.version },
    provider: { ...spec.provider, workers: [] },
  };
}

function regionErrors({ region }: ShootSpec, { regions }: CloudProfileSpec): FieldErrors {
  const offered = (regions ?? []).map(({ name }) => name);
  if (!region || offered.includes(region)) return [];
  return [fieldError("spec.region", "VALUE_UNKNOWN", { value: region, offered })];
}

/** The CloudProfile must offer the Kubernetes version of a new Shoot, and the version must not have expired. */
function versionErrors(
  { new: { kubernetes }, profile, now }: NewShootAdmissionInput,
  rules: GardenerRules,
): FieldErrors {
  const { reading } = profileAdmissionContextAt(now, rules);
  const offered = offeredKubernetes(profile.kubernetes, true, reading).map(({ text }) => text);
  if (offered.includes(kubernetes.version)) return [];
  return [fieldError("spec.kubernetes.version", "K8S_NOT_OFFERED", { version: kubernetes.version, offered })];
}
