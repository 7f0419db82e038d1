import { fieldAt, listAt, textAt } from "../../kube/field.ts";
import { compareQuantities, sumOfQuantities } from "../../kube/quantity.ts";
import type { ChangeFault } from "../settings/fault.ts";
import { effectiveKubelet } from "./effective-pool.ts";
import { isMissingInZone, type PoolInProfile, zonesOfRegion } from "./pool-in-profile.ts";

type Faults = readonly ChangeFault[];

/**
 * What admission finds in a pool beside its machines: the type and size of its volume, what the kubelet reserves of the
 * machine, and its zones. Each is judged by itself. Lists that the profile does not give are not judged.
 * @source Gardener: plugin/pkg/shoot/validator, validateVolumeTypes, validateVolumeSize, validateKubeletConfig, validateZones
 */
export function admitResources(pool: PoolInProfile): Faults {
  return [...volumeTypeFaults(pool), ...volumeSizeFaults(pool), ...reservationFaults(pool), ...zoneFaults(pool)];
}

function volumeTypeFaults(pool: PoolInProfile): Faults {
  const type = pool.after.volume?.type;
  const offered = listAt(pool.profile.spec, "volumeTypes");
  if (!type || offered.length === 0 || pool.before?.volume?.type === type) return [];
  const listed = offered.find((candidate) => textAt(candidate, "name") === type);
  if (listed === undefined) {
    return [{ path: "volume.type", code: "VOLUME_TYPE_NOT_OFFERED", type: "NotSupported", facts: { type } }];
  }
  const reasons = [
    ...(fieldAt(listed, "usable") === false ? ["unusable"] : []),
    ...(isMissingInZone(pool, "unavailableVolumeTypes", type) ? ["zone"] : []),
  ];
  if (reasons.length === 0) return [];
  return [{ path: "volume.type", code: "VOLUME_TYPE_INVALID", type: "Invalid", facts: { type, reasons } }];
}

/** The minimum of the machine type comes before the one of the volume type. */
function volumeSizeFaults({ after, profile }: PoolInProfile): Faults {
  const size = after.volume?.size;
  if (!size) return [];
  const machineType = profile.machineTypes.get(after.machine.type);
  const volumeType = listAt(profile.spec, "volumeTypes").find(
    (candidate) => textAt(candidate, "name") === after.volume?.type,
  );
  const minima = [textAt(machineType, "storage", "minSize"), textAt(volumeType, "minSize")];
  const minimum = minima.find((candidate) => candidate !== undefined && (compareQuantities(size, candidate) ?? 0) < 0);
  return minimum === undefined
    ? []
    : [{ path: "volume.size", code: "VOLUME_TOO_SMALL", type: "Forbidden", facts: { size, minimum } }];
}

/** Only pools with a block of their own are judged. */
function reservationFaults({ after, spec, profile }: PoolInProfile): Faults {
  const machineType = profile.machineTypes.get(after.machine.type);
  if (!after.kubernetes || machineType === undefined) return [];
  const kubelet = effectiveKubelet(spec, after);
  return (["cpu", "memory"] as const).flatMap((resource): Faults => {
    const capacity = machineType[resource];
    const reserved = sumOfQuantities(
      ["kubeReserved", "systemReserved"].flatMap((block) => textAt(kubelet, block, resource) ?? []),
    );
    if (!capacity || reserved === undefined || (compareQuantities(reserved, capacity) ?? -1) < 0) return [];
    const facts = { resource, reserved, capacity };
    return [{ path: "kubernetes.kubelet", code: "KUBELET_RESERVES_TOO_MUCH", type: "Invalid", facts }];
  });
}

/** Zones that the pool has already are not looked at. */
function zoneFaults(pool: PoolInProfile): Faults {
  const offered = zonesOfRegion(pool)?.map((zone) => textAt(zone, "name"));
  if (offered === undefined) return [];
  const before = pool.before?.zones ?? [];
  return (pool.after.zones ?? []).flatMap((zone, index): Faults => {
    if (offered.includes(zone) || before.includes(zone)) return [];
    return [{ path: `zones[${index}]`, code: "ZONE_NOT_OFFERED", type: "NotSupported", facts: { zone } }];
  });
}
