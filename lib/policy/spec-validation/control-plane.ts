import { failureToleranceOf } from "#lib/garden/failure-tolerance.ts";
import type { ShootSpec, ShootStatus } from "#lib/garden/shoot.ts";
import { listAt } from "#lib/kube/field.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { checkImmutable, checkOneOf, checkUnique, isSet } from "./field-checks.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "./field-error.ts";

const path = "spec.controlPlane";
const typePath = `${path}.highAvailability.failureTolerance.type`;

/** The zones to which the control plane is pinned. */
export function controlPlaneZones({ controlPlane }: ShootSpec): readonly string[] {
  return listAt(controlPlane, "zones").filter((zone) => typeof zone === "string");
}

/**
 * Validation of high availability: it cannot be enabled while the Shoot is hibernated or wakes up, and once it is
 * enabled and the Shoot has a Seed its type cannot change.
 * @source Gardener: pkg/api/core/validation/shoot.go, ValidateShootHAConfigUpdate and ValidateShootHAConfig
 */
export function validateHighAvailability(
  before: ShootSpec,
  after: ShootSpec,
  status: Pick<ShootStatus, "hibernated"> | null | undefined,
): FieldErrors {
  const [old, next] = [failureToleranceOf(before), failureToleranceOf(after)];
  const sleeps = after.hibernation?.enabled === true || status?.hibernated === true;
  const comesAsleep = old === undefined && next !== undefined && sleeps;
  return [
    ...checkOneOf(typePath, next, ["node", "zone"]),
    ...fieldErrorIf(comesAsleep, typePath, "HIBERNATED_HIGH_AVAILABILITY"),
    ...(old !== undefined && isSet(after.seedName) ? checkImmutable(typePath, old, next) : []),
  ];
}

/**
 * Validation of control plane zones: one, or three with failure tolerance type `zone`.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateControlPlaneZones
 */
export function validateControlPlaneZones(spec: ShootSpec): FieldErrors {
  const zones = controlPlaneZones(spec);
  if (zones.length === 0) return [];
  const expected = failureToleranceOf(spec) === "zone" ? 3 : 1;
  const isOther = new Set(zones).size !== expected;
  return [
    ...checkUnique(`${path}.zones[]`, zones),
    ...fieldErrorIf(isOther, `${path}.zones`, "CONTROL_PLANE_ZONES_COUNT", { expected: String(expected) }),
  ];
}

/**
 * Control plane zones cannot change, but can be removed, or added with a change to failure tolerance type `zone`.
 * @source Gardener: pkg/api/core/validation/shoot.go, validateControlPlaneZonesUpdate
 */
export function validateControlPlaneZonesChange(before: ShootSpec, after: ShootSpec): FieldErrors {
  const [old, next] = [controlPlaneZones(before), controlPlaneZones(after)];
  if (semanticallyEqual(old, next) || next.length === 0) return [];
  const at = `${path}.zones`;
  const grows = failureToleranceOf(before) !== "zone" && failureToleranceOf(after) === "zone" && old.length > 0;
  if (!grows) return [fieldError(at, "IMMUTABLE", undefined, "Forbidden")];
  return fieldErrorIf(!old.every((zone) => next.includes(zone)), at, "CONTROL_PLANE_ZONE_REMOVED");
}
