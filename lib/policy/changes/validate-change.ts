import type { ShootSpec, ShootStatus, Worker } from "#lib/garden/shoot.ts";
import { fieldAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { effectiveKubelet, effectiveKubernetesVersion } from "../admission/effective-pool.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { isSelfHosted } from "../maintenance/control-plane-pools.ts";
import { fieldLimits } from "../maintenance/field-limits.ts";
import { hasLimitedField, isTooOldForImagePullPolicy, namesOfRejectedFields } from "../maintenance/spec-cleanup.ts";
import { workerPoolsOf } from "../maintenance/version-state.ts";
import { validateDns } from "../spec-validation/dns.ts";
import { type FieldErrors, fieldError, fieldErrorIf, withPoolErrorPath } from "../spec-validation/field-error.ts";
import { validateSettings } from "../spec-validation/validate-settings.ts";
import { validateInPlaceImage } from "./in-place-image.ts";
import {
  type PendingInPlaceUpdates,
  validateNodeLocalDnsToggle,
  validatePendingInPlacePools,
} from "./in-place-updates.ts";
import { validateMachineSettings } from "./machine-settings.ts";
import { validateControlPlaneVersion, validateVersions } from "./pool-versions.ts";
import { validateSurge } from "./surge.ts";
import { toWellTypedSpec } from "./to-well-typed-spec.ts";
import { validateUpdateStrategy } from "./update-strategy.ts";

const pullCredentialsPolicy = "imagePullCredentialsVerificationPolicy";

/** A change of a Shoot's spec, both sides after API server defaulting. */
export interface SpecChange {
  readonly old: ShootSpec;
  readonly new: ShootSpec;
  readonly pending?: PendingInPlaceUpdates | null | undefined;
  /** The whole value of the annotation gardener.cloud/operation. */
  readonly operation?: string | null | undefined;
  /** The status of the Shoot. Without it, rules that depend on the status report nothing. */
  readonly status?: ShootStatus | null | undefined;
  /** Namespace of the Shoot. Without it, rules about the namespace report nothing. */
  readonly namespace?: string | undefined;
  /** Whether the Shoot is in deletion; its spec is then frozen. */
  readonly deleting?: boolean | undefined;
}

/**
 * All static validation errors (422). The whole new object is validated, so rules about surge and settings also report
 * pools that the change does not touch. In deletion the spec is frozen, and nothing else is reported.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootUpdate
 */
export function validateChange(given: SpecChange, rules: GardenerRules = newestRules): FieldErrors {
  const change = { ...given, old: toWellTypedSpec(given.old), new: toWellTypedSpec(given.new) };
  if (change.deleting && !semanticallyEqual(change.old, change.new)) return [fieldError("spec", "SPEC_FROZEN")];
  const [before, after] = [workerPoolsOf(change.old), workerPoolsOf(change.new)];
  const named = new Map(before.map((pool) => [pool.name, pool]));
  return [
    ...validateSettings(change, rules),
    ...validateDns(change.new, rules),
    ...versionErrors(change, rules),
    ...after.flatMap((pool, index) => withPoolErrorPath(index, poolErrors(named.get(pool.name) ?? null, pool, rules))),
    ...duplicateNames(after),
    ...limitedFields(change, rules),
    ...earlyFields(change.new, rules),
    ...validateNodeLocalDnsToggle(change.old, change.new, rules),
    ...validatePendingInPlacePools(
      { old: change.old, new: change.new, pending: change.pending ?? null, operation: change.operation ?? null },
      rules,
    ),
  ];
}

/** A Shoot cannot switch between having workers and having none; on such a switch pool versions are not checked. */
function versionErrors({ old, new: next }: SpecChange, rules: GardenerRules): FieldErrors {
  if ((workerPoolsOf(old).length === 0) === (workerPoolsOf(next).length === 0))
    return validateVersions(old, next, rules);
  return [...validateControlPlaneVersion(old, next), fieldError("spec.provider.workers", "WORKERLESS_SWITCH")];
}

function poolErrors(before: Worker | null, after: Worker, rules: GardenerRules): FieldErrors {
  const allow = fieldAt(after, "systemComponents", "allow");
  const settings = validateMachineSettings(
    {
      updateStrategy: after.updateStrategy ?? "AutoRollingUpdate",
      systemComponentsAllowed: allow !== false,
      settings: after.machineControllerManager ?? {},
      ...(after.maximum === undefined ? {} : { maximum: after.maximum }),
    },
    rules,
  );
  return [
    ...validateUpdateStrategy(before, after, { rules }),
    ...validateInPlaceImage(before, after, rules),
    ...validateSurge(after, rules),
    ...settings.map((fault) => ({ ...fault, path: `machineControllerManagerSettings.${fault.path}` })),
  ];
}

function duplicateNames(pools: readonly Worker[]): FieldErrors {
  const seen = new Set<string>();
  return pools.flatMap(({ name }, index) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return fieldErrorIf(isRepeated, `spec.provider.workers[${index}].name`, "POOL_NAME_DUPLICATE");
  });
}

/** Errors for fields that do not exist any more at the new Kubernetes minor, even if the change does not touch them. */
function limitedFields(change: SpecChange, rules: GardenerRules): FieldErrors {
  const { version } = change.new.kubernetes;
  const refused: readonly string[] = namesOfRejectedFields(version, rules);
  const isWorkerless = workerPoolsOf(change.new).length === 0;
  return fieldLimits.flatMap((limit): FieldErrors => {
    const { field } = limit;
    const path = `spec.${field}`;
    if (isWorkerless && field === "addons" && change.new.addons) return [fieldError(path, "WORKERLESS_FIELD")];
    const isThere =
      field === "secretBindingName"
        ? !isWorkerless && !isSelfHosted(change.new) && Boolean(change.new.secretBindingName)
        : hasLimitedField(change.new, limit);
    // A workerless Shoot must not have this block at all, so the fields of the block are not checked.
    const isBeside = isWorkerless && field.startsWith("kubernetes.clusterAutoscaler.");
    if (!refused.includes(field) || !isThere || isBeside) return [];
    if (field === "cloudProfileName" && isEmptiedByServer(change)) return [];
    return pathsOfField(path, change.new).map((at) => fieldError(at, "FIELD_NOT_SUPPORTED", { version }));
  });
}

/** The field's path; for `secretName` of DNS providers, the only field in a list, one path per provider setting it. */
function pathsOfField(path: string, { dns }: ShootSpec): readonly string[] {
  if (!path.includes("providers[]")) return [path];
  return (dns?.providers ?? []).flatMap((provider, index) =>
    fieldAt(provider, "secretName") == null ? [] : [path.replace("[]", `[${index}]`)],
  );
}

/** Whether the API server clears an unchanged `cloudProfileName` that equals the newer `cloudProfile.name`. */
function isEmptiedByServer({ old, new: next }: SpecChange): boolean {
  return next.cloudProfileName === old.cloudProfileName && next.cloudProfile?.name === next.cloudProfileName;
}

/** Errors for the only field that requires a newer Kubernetes version, in the kubelet blocks of Shoot and pools. */
function earlyFields(spec: ShootSpec, rules: GardenerRules): FieldErrors {
  const { kubelet, version } = spec.kubernetes;
  const path = `kubernetes.kubelet.${pullCredentialsPolicy}`;
  const judge = (block: unknown, at: string): FieldErrors => {
    const isTooEarly = fieldAt(block, pullCredentialsPolicy) != null && isTooOldForImagePullPolicy(at, rules);
    return fieldErrorIf(isTooEarly, path, "FIELD_TOO_EARLY", { version: at });
  };
  const pools = workerPoolsOf(spec).flatMap((pool, index) => {
    return pool.kubernetes
      ? withPoolErrorPath(index, judge(effectiveKubelet(spec, pool), effectiveKubernetesVersion(spec, pool)))
      : [];
  });
  if (workerPoolsOf(spec).length === 0) return [];
  return [...judge(kubelet, version).map((fault) => ({ ...fault, path: `spec.${fault.path}` })), ...pools];
}
