import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { ProfileAdmissionContext } from "../profiles/one-supported.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

/** A pool of a changed Shoot, and the profile it is checked against. */
export interface PoolAdmissionInput {
  /** The pool of this name before the change; undefined for a new pool. */
  readonly before: Worker | undefined;
  readonly after: Worker;
  /** The Shoot's spec after the change. */
  readonly spec: ShootSpec;
  readonly profile: PreparedProfile;
  readonly view: ProfileAdmissionContext;
  /** The kubelet settings of which the resource reservation is checked. */
  readonly kubelet: unknown;
}

/** Architecture of a pool's machines; the API server defaults it to amd64. */
export function machineArchitectureOfPool({ machine }: Worker): string {
  return machine.architecture || "amd64";
}

/** The profile's zones of the Shoot's region; undefined when the profile does not describe the region. */
export function zonesOfRegion({
  spec,
  profile,
}: Pick<PoolAdmissionInput, "spec" | "profile">): readonly unknown[] | undefined {
  const region = listAt(profile.spec, "regions").find((candidate) => stringAt(candidate, "name") === spec.region);
  return region === undefined ? undefined : listAt(region, "zones");
}

/** Whether the requested machine or volume type is unavailable in one of the pool's zones. */
export function isTypeUnavailableInZone(
  pool: PoolAdmissionInput,
  list: "unavailableMachineTypes" | "unavailableVolumeTypes",
  wanted: string,
): boolean {
  const wantedZones = new Set(pool.after.zones ?? []);
  return (zonesOfRegion(pool) ?? []).some(
    (zone) => wantedZones.has(stringAt(zone, "name") ?? "") && listAt(zone, list).includes(wanted),
  );
}
