import { fieldAt, listAt, stringAt } from "#lib/kube/field.ts";
import { compareQuantities, sumOfQuantities } from "#lib/kube/quantity.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { type FieldErrors, fieldError, fieldErrorIf } from "../spec-validation/field-error.ts";
import { isTypeUnavailableInZone, type PoolAdmissionInput, zonesOfRegion } from "./pool-in-profile.ts";

/**
 * Admission errors for a pool besides its machines: volume type and size, the kubelet's reservation, and zones, each
 * checked independently. Zones are not checked if the profile lists no regions.
 * @source Gardener: plugin/pkg/shoot/validator, validateVolumeTypes, validateVolumeSize, validateKubeletConfig,
 * validateZones
 */
export function findPoolResourceAdmissionErrors(pool: PoolAdmissionInput): FieldErrors {
  return [...volumeTypeErrors(pool), ...volumeSizeErrors(pool), ...reservationErrors(pool), ...zoneErrors(pool)];
}

function volumeTypeErrors(pool: PoolAdmissionInput): FieldErrors {
  const type = pool.after.volume?.type;
  const offered = listAt(pool.profile.spec, "volumeTypes");
  if (!type || pool.before?.volume?.type === type) return [];
  const listed = offered.find((candidate) => stringAt(candidate, "name") === type);
  if (listed === undefined) return [fieldError("volume.type", "VOLUME_TYPE_NOT_OFFERED", { type })];
  const reasons = [
    ...(fieldAt(listed, "usable") === false ? ["unusable"] : []),
    ...(isTypeUnavailableInZone(pool, "unavailableVolumeTypes", type) ? ["zone"] : []),
  ];
  return fieldErrorIf(reasons.length > 0, "volume.type", "VOLUME_TYPE_INVALID", { type, reasons });
}

/** Errors for the size of a volume with a type, checked against the machine type's storage, then the volume type. */
function volumeSizeErrors({ after, profile }: PoolAdmissionInput): FieldErrors {
  const { size, type } = after.volume ?? {};
  if (!size || !type) return [];
  const machineType = profile.machineTypes.get(after.machine.type);
  const volumeType = listAt(profile.spec, "volumeTypes").find((candidate) => stringAt(candidate, "name") === type);
  const storage = fieldAt(machineType, "storage");
  const minima = [
    stringAt(storage, "type") === type ? stringAt(storage, "minSize") : undefined,
    stringAt(volumeType, "minSize"),
  ];
  const minimum = minima.find((candidate) => candidate !== undefined && (compareQuantities(size, candidate) ?? 0) < 0);
  return fieldErrorIf(minimum !== undefined, "volume.size", "VOLUME_TOO_SMALL", { size, minimum: minimum ?? "" });
}

/** Errors for a pool's kubelet reservation. Only pools with a `kubernetes` block of their own are checked. */
function reservationErrors({ after, profile, kubelet }: PoolAdmissionInput): FieldErrors {
  const machineType = profile.machineTypes.get(after.machine.type);
  if (!after.kubernetes || machineType === undefined) return [];
  return (["cpu", "memory"] as const).flatMap((resource): FieldErrors => {
    const capacity = machineType[resource];
    const reserved = sumOfQuantities(
      ["kubeReserved", "systemReserved"].flatMap((block) => stringAt(kubelet, block, resource) ?? []),
    );
    if (!capacity || reserved === undefined || (compareQuantities(reserved, capacity) ?? -1) < 0) return [];
    return [fieldError("kubernetes.kubelet", "KUBELET_RESERVES_TOO_MUCH", { resource, reserved, capacity })];
  });
}

/** Errors for a pool's zones: if any zone changes, all are checked, unless the CloudProfile lists no regions. */
function zoneErrors(pool: PoolAdmissionInput): FieldErrors {
  const { before, after, profile } = pool;
  const zones = after.zones ?? [];
  if (listAt(profile.spec, "regions").length === 0 || semanticallyEqual(before?.zones ?? [], zones)) return [];
  const offered = (zonesOfRegion(pool) ?? []).map((zone) => stringAt(zone, "name"));
  const type = offered.length === 0 ? "Invalid" : "NotSupported";
  return zones.flatMap((zone, index) => {
    const path = `zones[${index}]`;
    return [
      ...fieldErrorIf(!offered.includes(zone), path, "ZONE_NOT_OFFERED", { zone }, type),
      ...fieldErrorIf(zones.indexOf(zone) < index, path, "VALUE_DUPLICATE", { value: zone }),
    ];
  });
}
