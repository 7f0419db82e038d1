import type { ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { listAt, textAt } from "#lib/kube/field.ts";
import type { AdmissionView } from "../profiles/one-supported.ts";
import type { PreparedProfile } from "../versions/prepared-profile.ts";

/** A pool of a changed Shoot, and the profile it is checked against. */
export interface PoolInProfile {
  /** The pool of this name before the change; undefined for a new one. */
  readonly before: Worker | undefined;
  readonly after: Worker;
  /** The changed spec. */
  readonly spec: ShootSpec;
  readonly profile: PreparedProfile;
  readonly view: AdmissionView;
  /** The kubelet settings used to check the reservation. */
  readonly kubelet: unknown;
}

/** Architecture of a pool's machines; the API server defaults it to amd64. */
export function architectureOf({ machine }: Worker): string {
  return machine.architecture || "amd64";
}

/** The profile's zones of the Shoot's region; undefined when the profile does not describe the region. */
export function zonesOfRegion({
  spec,
  profile,
}: Pick<PoolInProfile, "spec" | "profile">): readonly unknown[] | undefined {
  const region = listAt(profile.spec, "regions").find((candidate) => textAt(candidate, "name") === spec.region);
  return region === undefined ? undefined : listAt(region, "zones");
}

/** Whether a zone of the pool lacks the requested type. */
export function isMissingInZone(
  pool: PoolInProfile,
  list: "unavailableMachineTypes" | "unavailableVolumeTypes",
  wanted: string,
): boolean {
  const wantedZones = new Set(pool.after.zones ?? []);
  return (zonesOfRegion(pool) ?? []).some(
    (zone) => wantedZones.has(textAt(zone, "name") ?? "") && listAt(zone, list).includes(wanted),
  );
}
