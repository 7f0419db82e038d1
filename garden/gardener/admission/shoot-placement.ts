import "server-only";
import { fieldErrorCause, forbiddenError, invalidObjectError } from "#garden/api/errors/api-error.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { findShootNameErrors } from "#lib/policy/admission/find-new-shoot-errors.ts";
import { toleratesTaints } from "#lib/policy/scheduling/tolerations.ts";
import { type GardenerAdmission, projectOfNamespace } from "../rules/shoot-rules.ts";

/** Minimum number of zones for a control plane with failure tolerance `zone`. */
const zonesForZones = 3;

/**
 * Checks that the names of a new Shoot and its project are not too long together, that the project is not being deleted,
 * that the user is allowed to choose the Seed, that the Shoot tolerates its taints, and that it has enough zones.
 * @throws ApiError 422, 403
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, validateProjectMembership, validateScheduling,
 * validateSeedSelectionForMultiZonalShoot
 */
export function checkNewShootPlacement(
  shoot: Shoot,
  context: Pick<GardenerAdmission, "garden" | "mayUse" | "user">,
): void {
  const { metadata, spec } = shoot;
  const { name, namespace } = metadata;
  const { garden, mayUse, user } = context;
  const { name: project = "", deletionTimestamp } = projectOfNamespace(garden, namespace)?.metadata ?? {};
  const tooLong = findShootNameErrors(metadata, { project }).find(({ code }) => code === "NAME_TOO_LONG");
  if (tooLong) {
    const { value, maximum } = tooLong.facts ?? {};
    const limit = Number(maximum) + project.length;
    const text = `${JSON.stringify(name)}: the length of the shoot name and the project name must not exceed ${limit} characters (project: ${project}; shoot: ${value})`;
    throw invalidObjectError(shoots, name, [fieldErrorCause("Invalid", "name", text)]);
  }
  if (deletionTimestamp) {
    const text = `cannot create shoot '${name}' in project '${project}' that is already marked for deletion`;
    throw forbiddenError(shoots, name, text);
  }
  if (spec.seedName && !mayUse("update", shoots, shoot, "binding")) {
    const text = `user ${JSON.stringify(user.name)} is not allowed to set .spec.seedName for "shoots"`;
    throw forbiddenError(shoots, name, text);
  }
  const seed = garden.get<Seed>({ resource: seeds, name: spec.seedName ?? "" });
  if (seed && !toleratesTaints(seed.spec.taints ?? [], spec.tolerations ?? [])) {
    throw forbiddenError(shoots, name, "forbidden to use a seed whose taints are not tolerated by the shoot");
  }
  const zones = seed?.spec.provider.zones?.length ?? 0;
  const tolerance = failureToleranceOf(spec);
  if (seed && tolerance === "zone" && zones < zonesForZones) {
    const text = `cannot schedule shoot '${name}' with failure tolerance of zone on seed '${seed.metadata.name}' with only ${zones} zones, at least ${zonesForZones} zones are required`;
    throw forbiddenError(shoots, name, text);
  }
}
