import "server-only";
import { fieldCause } from "#garden/api/errors/api-error.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";

/**
 * Validates required fields, which the rules for spec changes do not cover.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootWithOpts
 */
export function validateRequiredFields(shoot: Shoot, before: Shoot | undefined): readonly KubeStatusCause[] {
  const { metadata, spec } = shoot;
  const name = JSON.stringify(metadata.name);
  return [
    ...(metadata.name.includes("--") && !before
      ? [fieldCause("Invalid", "metadata.name", `${name}: name may not contain two consecutive hyphens`)]
      : []),
    ...profileCauses(shoot),
    ...(spec.kubernetes.version ? [] : [fieldCause("Required", "spec.kubernetes.version")]),
    ...(before ? [] : homeCauses(shoot)),
    ...(before && poolsOf(before.spec).length > 0 ? [] : accountCauses(shoot)),
  ];
}

/** Checks the new spec, in addition to any errors about the change. */
function profileCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (spec.cloudProfile?.name || spec.cloudProfileName) return [];
  return [fieldCause("Required", "spec.cloudProfile.name", "must specify a cloud profile")];
}

/** For new Shoots: the rules for changes cover removed values and an empty region. */
function homeCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  return [
    ...(spec.provider.type ? [] : [fieldCause("Required", "spec.provider.type")]),
    ...(spec.region == null ? [fieldCause("Required", "spec.region", "must specify a region")] : []),
  ];
}

/** Checks a Shoot that gets its first workers. */
function accountCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (poolsOf(spec).length === 0) return [];
  const hasBinding = isSelfHosted(spec) || spec.secretBindingName || spec.credentialsBindingName;
  return [
    ...(spec.networking?.type
      ? []
      : [fieldCause("Required", "spec.networking.type", "networking type must be provided")]),
    ...(hasBinding
      ? []
      : [fieldCause("Required", "spec.secretBindingName", "must be set when credentialsBindingName is not")]),
  ];
}
