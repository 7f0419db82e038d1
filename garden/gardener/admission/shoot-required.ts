import "server-only";
import { fieldErrorCause } from "#garden/api/errors/api-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { workerPoolsOf } from "#lib/policy/maintenance/version-state.ts";

/**
 * Reports missing required fields of a Shoot, which the validation of spec changes does not check.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootWithOpts
 */
export function validateRequiredFields(shoot: Shoot, before: Shoot | undefined): readonly KubeStatusCause[] {
  const { metadata, spec } = shoot;
  const name = JSON.stringify(metadata.name);
  return [
    ...(metadata.name.includes("--") && !before
      ? [fieldErrorCause("Invalid", "metadata.name", `${name}: name may not contain two consecutive hyphens`)]
      : []),
    ...profileCauses(shoot),
    ...(spec.kubernetes.version ? [] : [fieldErrorCause("Required", "spec.kubernetes.version")]),
    ...(before ? [] : homeCauses(shoot)),
    ...(before && workerPoolsOf(before.spec).length > 0 ? [] : accountCauses(shoot)),
  ];
}

/** Reports a Shoot without a CloudProfile, also if the change itself is invalid. */
function profileCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (spec.cloudProfile?.name || spec.cloudProfileName) return [];
  return [fieldErrorCause("Required", "spec.cloudProfile.name", "must specify a cloud profile")];
}

/** Errors for new Shoots without provider type or region. For existing Shoots, validation of changes reports them. */
function homeCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  return [
    ...(spec.provider.type ? [] : [fieldErrorCause("Required", "spec.provider.type")]),
    ...(spec.region == null ? [fieldErrorCause("Required", "spec.region", "must specify a region")] : []),
  ];
}

/** Reports missing networking type or credentials when a Shoot gets its first worker pools. */
function accountCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (workerPoolsOf(spec).length === 0) return [];
  const hasBinding = isSelfHosted(spec) || spec.secretBindingName || spec.credentialsBindingName;
  return [
    ...(spec.networking?.type
      ? []
      : [fieldErrorCause("Required", "spec.networking.type", "networking type must be provided")]),
    ...(hasBinding
      ? []
      : [fieldErrorCause("Required", "spec.secretBindingName", "must be set when credentialsBindingName is not")]),
  ];
}
