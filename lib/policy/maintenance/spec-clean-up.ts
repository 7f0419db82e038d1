import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import type { EditionRules } from "../editions/edition-rules.ts";
import { compareNormalised } from "../versions/constraint.ts";
import { versionCore } from "../versions/version-step.ts";
import { type CleanUpEffect, type FieldLimit, fieldLimits, type SpecField } from "./field-limits.ts";

/** A field that a maintenance run takes out of the spec, or gives another value. */
export interface SpecCleanUp {
  readonly field: SpecField;
  readonly effect: CleanUpEffect;
}

/** A step of the control plane. */
export interface VersionStep {
  readonly from: string;
  readonly to: string;
}

/** The fields that end on the way of a step of the control plane. */
export interface CrossedLimits {
  /** Those that the run clears. */
  readonly cleared: readonly FieldLimit[];
  /** Those that the API server refuses at the new version, and did not at the old one. */
  readonly refused: readonly FieldLimit[];
}

/** Whether the version is at or above 1.`minor`. Suffixes do not count; a version that cannot be read is below. */
function reaches(version: string, minor: number): boolean {
  const core = versionCore(version);
  return core !== undefined && (core.major > 1 || (core.major === 1 && core.minor >= minor));
}

/**
 * The fields that end when the control plane takes this step. None on steps inside a minor, and on versions that cannot
 * be read.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates, and
 * pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function crossedLimits({ from, to }: VersionStep, rules: EditionRules): CrossedLimits {
  if (versionCore(from) === undefined) return { cleared: [], refused: [] };
  const crossed = fieldLimits.filter(({ kubernetesMinor }) => {
    return !reaches(from, kubernetesMinor) && reaches(to, kubernetesMinor);
  });
  return {
    cleared: crossed.filter(({ cleared }) => cleared !== undefined && rules(cleared) === "cleared"),
    // The API server empties this one by itself before it looks.
    refused: crossed.filter(({ field, refused }) => {
      return field !== "cloudProfileName" && refused !== undefined && rules(refused) === "refused";
    }),
  };
}

/** The fields that a Shoot must not set on this way: the new version does not take them, and the run does not clear them. */
export function storedLimits({ refused, cleared }: CrossedLimits): readonly FieldLimit[] {
  return refused.length === 0 ? refused : refused.filter((limit) => !cleared.includes(limit));
}

/** Whether a Shoot sets a field that ends. A `secretBindingName` beside a `credentialsBindingName` stays untouched. */
export function hasLimitedField(spec: ShootSpec, { field }: FieldLimit): boolean {
  if (field === "secretBindingName" && (spec.credentialsBindingName ?? "") !== "") return false;
  return hasField(spec, field);
}

/** Whether the Shoot sets the field: present and not null, in at least one item where the path runs through a list. */
function hasField(spec: ShootSpec, field: SpecField): boolean {
  switch (field) {
    case "kubernetes.enableStaticTokenKubeconfig":
      return spec.kubernetes.enableStaticTokenKubeconfig === true;
    case "kubernetes.kubelet.memorySwap.swapBehavior":
      return kubelets(spec).some((kubelet) => fieldAt(kubelet, "memorySwap", "swapBehavior") === "UnlimitedSwap");
    case "kubernetes.kubelet.systemReserved":
      return kubelets(spec).some((kubelet) => fieldAt(kubelet, "systemReserved") != null);
    case "provider.workers[].maximum":
      return (spec.provider.workers ?? []).some(
        (pool) => pool.maximum !== undefined && pool.maximum > 0 && pool.maximum < (pool.zones?.length ?? 0),
      );
    case "dns.providers[].secretName":
      return listAt(spec, "dns", "providers").some((provider) => fieldAt(provider, "secretName") != null);
    default:
      return fieldAt(spec, ...field.split(".")) != null;
  }
}

function kubelets(spec: ShootSpec): readonly unknown[] {
  return [spec.kubernetes.kubelet, ...(spec.provider.workers ?? []).map((pool) => pool.kubernetes?.kubelet)];
}

function toCleanUp({ field, effect }: FieldLimit): SpecCleanUp {
  return { field, effect };
}

/** What of the fields that a step clears a Shoot really sets. */
export function specCleanUps(spec: ShootSpec, { cleared }: CrossedLimits): readonly SpecCleanUp[] {
  return cleared.length === 0 ? [] : cleared.filter((limit) => hasLimitedField(spec, limit)).map(toCleanUp);
}

/**
 * The names of all fields that the API server refuses at a Kubernetes version.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function refusedFieldNames(version: string, rules: EditionRules): readonly SpecField[] {
  return fieldLimits
    .filter(({ refused, kubernetesMinor }) => {
      return refused !== undefined && reaches(version, kubernetesMinor) && rules(refused) === "refused";
    })
    .map(({ field }) => field);
}

/**
 * Whether a Kubernetes version is below the one from which on `imagePullCredentialsVerificationPolicy` of a kubelet is taken:
 * the one field that needs a newer Kubernetes instead of ending with one.
 */
export function isBeforePullPolicy(version: string, rules: EditionRules): boolean {
  if (rules("kubelet.pullCredentialsPolicy") !== "from135") return false;
  const reached = compareNormalised(version, ">=", "1.35.0");
  return reached.ok && !reached.value;
}
