import "server-only";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeStatusCause } from "#lib/kube/object.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { poolsOf } from "#lib/policy/maintenance/version-state.ts";
import { fieldCause } from "../rules/shoot-fault-words.ts";

/**
 * What no Shoot can be without, and what no rule for a change of its spec says.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootWithOpts
 */
export function validateParts(shoot: Shoot, before: Shoot | undefined): readonly KubeStatusCause[] {
  const { metadata, spec } = shoot;
  return [
    ...(metadata.name.includes("--") && !before
      ? [
          fieldCause(
            "Invalid",
            "metadata.name",
            `${quoted(metadata.name)}: name may not contain two consecutive hyphens`,
          ),
        ]
      : []),
    ...profileCauses(shoot),
    ...(spec.kubernetes.version ? [] : [missing("spec.kubernetes.version")]),
    ...(before ? [] : homeCauses(shoot)),
    ...(before && poolsOf(before.spec).length > 0 ? [] : accountCauses(shoot)),
  ];
}

function missing(field: string, detail?: string): KubeStatusCause {
  const message = `Required value${detail === undefined ? "" : `: ${detail}`}`;
  return { reason: "FieldValueRequired", field, message };
}

/** As it stands, and of an update beside what is said of the change. */
function profileCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (spec.cloudProfile?.name || spec.cloudProfileName) return [];
  return [missing("spec.cloudProfile.name", "must specify a cloud profile")];
}

/** What a change takes away is told by the rules for changes, and so is an empty region. */
function homeCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  return [
    ...(spec.provider.type ? [] : [missing("spec.provider.type")]),
    ...(spec.region == null ? [missing("spec.region", "must specify a region")] : []),
  ];
}

/** Of a Shoot that has its first workers. */
function accountCauses({ spec }: Shoot): readonly KubeStatusCause[] {
  if (poolsOf(spec).length === 0) return [];
  const hasBinding = isSelfHosted(spec) || spec.secretBindingName || spec.credentialsBindingName;
  return [
    ...(spec.networking?.type ? [] : [missing("spec.networking.type", "networking type must be provided")]),
    ...(hasBinding ? [] : [missing("spec.secretBindingName", "must be set when credentialsBindingName is not")]),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
