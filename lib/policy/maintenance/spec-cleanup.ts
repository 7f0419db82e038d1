import type { ShootSpec } from "#lib/garden/shoot.ts";
import { fieldAt, listAt } from "#lib/kube/field.ts";
import type { GardenerRules } from "../editions/gardener-rules.ts";
import { compareVersionTexts } from "../versions/constraint.ts";
import { versionCore } from "../versions/version-step.ts";
import { type CleanupEffect, type FieldLimit, fieldLimits, type LimitedSpecField } from "./field-limits.ts";

/** A field that a maintenance run removes from the spec or changes. */
export interface SpecCleanup {
  readonly field: LimitedSpecField;
  readonly effect: CleanupEffect;
}

/** A version change of the control plane. */
export interface ControlPlaneVersionChange {
  readonly from: string;
  readonly to: string;
}

/** The field limits crossed by a version change of the control plane. */
export interface CrossedLimits {
  /** Fields that the maintenance run clears. */
  readonly cleared: readonly FieldLimit[];
  /** Fields that the API server rejects at the new version but not at the old one. */
  readonly refused: readonly FieldLimit[];
}

/** Whether a Kubernetes version is at or above 1.`minor`, ignoring suffixes; false when it is unreadable. */
function reaches(version: string, minor: number): boolean {
  const core = versionCore(version);
  return core !== undefined && (core.major > 1 || (core.major === 1 && core.minor >= minor));
}

/**
 * The field limits crossed by a version change of the control plane. None within a minor, or for unreadable versions.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, migrations of forced minor updates, and
 * pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function crossedLimits({ from, to }: ControlPlaneVersionChange, rules: GardenerRules): CrossedLimits {
  if (versionCore(from) === undefined) return { cleared: [], refused: [] };
  const crossed = fieldLimits.filter(({ kubernetesMinor }) => {
    return !reaches(from, kubernetesMinor) && reaches(to, kubernetesMinor);
  });
  return {
    cleared: crossed.filter(({ cleared }) => cleared !== undefined && rules(cleared) === "cleared"),
    // The API server itself clears `cloudProfileName` before validation.
    refused: crossed.filter(({ field, refused }) => {
      return field !== "cloudProfileName" && refused !== undefined && rules(refused) === "refused";
    }),
  };
}

/** Fields the API server rejects at the new version and maintenance does not clear; unset them before the update. */
export function blockingLimits({ refused, cleared }: CrossedLimits): readonly FieldLimit[] {
  return refused.length === 0 ? refused : refused.filter((limit) => !cleared.includes(limit));
}

/** Whether a Shoot sets a limited field. A `secretBindingName` next to a `credentialsBindingName` is ignored. */
export function hasLimitedField(spec: ShootSpec, { field }: FieldLimit): boolean {
  if (field === "secretBindingName" && (spec.credentialsBindingName ?? "") !== "") return false;
  return hasField(spec, field);
}

/** Whether the Shoot sets a field: present and not null; for a path through a list, in at least one item. */
function hasField(spec: ShootSpec, field: LimitedSpecField): boolean {
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

function toCleanup({ field, effect }: FieldLimit): SpecCleanup {
  return { field, effect };
}

/** The fields that a maintenance run clears, as far as the Shoot sets them. */
export function specCleanups(spec: ShootSpec, { cleared }: CrossedLimits): readonly SpecCleanup[] {
  return cleared.length === 0 ? [] : cleared.filter((limit) => hasLimitedField(spec, limit)).map(toCleanup);
}

/**
 * The names of all fields that the API server rejects at a Kubernetes version.
 *
 * @source Gardener: pkg/api/core/validation/shoot.go, fields not supported from a Kubernetes version on
 */
export function namesOfRejectedFields(version: string, rules: GardenerRules): readonly LimitedSpecField[] {
  return fieldLimits
    .filter(({ refused, kubernetesMinor }) => {
      return refused !== undefined && reaches(version, kubernetesMinor) && rules(refused) === "refused";
    })
    .map(({ field }) => field);
}

/**
 * Whether a Kubernetes version is too old for the kubelet field `imagePullCredentialsVerificationPolicy`, the only
 * field that requires a newer Kubernetes instead of being removed by one.
 */
export function isTooOldForImagePullPolicy(version: string, rules: GardenerRules): boolean {
  if (rules("kubelet.pullCredentialsPolicy") !== "from135") return false;
  const reached = compareVersionTexts(version, ">=", "1.35.0");
  return reached.ok && !reached.value;
}
