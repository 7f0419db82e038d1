import "server-only";
import { fieldErrorCause, forbiddenError, invalidObjectError } from "#garden/api/errors/api-error.ts";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { projectOfNamespace } from "../rules/shoot-rules.ts";

/** Maximum length of Shoot plus project name, which infrastructure names of at most 30 characters contain. */
const longestName = 21;
/** Number of random characters that the server appends to `generateName`. */
const randomLetters = 5;
/** Minimum number of zones for a control plane with failure tolerance `zone`. */
const zonesForZones = 3;

/**
 * Checks that the names of a new Shoot and its project are not too long together, and that its Seed has enough zones.
 * @throws ApiError 422, 403
 * @source Gardener: plugin/pkg/shoot/validator/admission.go, validateProjectMembership,
 * validateSeedSelectionForMultiZonalShoot
 */
export function checkNewShootPlacement({ metadata, spec }: Shoot, garden: GardenReader): void {
  const { name, namespace, generateName } = metadata;
  const project = projectOfNamespace(garden, namespace)?.metadata.name ?? "";
  const isMadeUp = generateName !== undefined && name.startsWith(generateName);
  const [given, limit] = isMadeUp ? [generateName, longestName - randomLetters] : [name, longestName];
  if (`${project}${given}`.length > limit) {
    const text = `${JSON.stringify(name)}: the length of the shoot name and the project name must not exceed ${limit} characters (project: ${project}; shoot: ${given})`;
    throw invalidObjectError(shoots, name, [fieldErrorCause("Invalid", "name", text)]);
  }
  const seed = garden.get<Seed>({ resource: seeds, name: spec.seedName ?? "" });
  const zones = seed?.spec.provider.zones?.length ?? 0;
  const tolerance = failureToleranceOf(spec);
  if (seed && tolerance === "zone" && zones < zonesForZones) {
    const text = `cannot schedule shoot '${name}' with failure tolerance of zone on seed '${seed.metadata.name}' with only ${zones} zones, at least ${zonesForZones} zones are required`;
    throw forbiddenError(shoots, name, text);
  }
}
