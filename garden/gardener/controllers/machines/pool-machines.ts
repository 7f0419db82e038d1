import { createHash } from "node:crypto";
import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import { inPlaceHashData, poolHash, poolHashData } from "#lib/policy/changes/pool-hash.ts";
import { isInPlace } from "#lib/policy/versions/filter-image.ts";

/** What every machine of one pool is made from. */
export interface PoolMachines {
  readonly pool: Worker;
  readonly count: number;
  /** Machines with another incarnation are other machines; of a pool that is updated in place it never changes. */
  readonly incarnation: string;
  /** What an update in place brings: nodes with another one have it before them. Empty for pools that are replaced. */
  readonly update: string;
  readonly runs: MachineSoftware;
  readonly bornMs: number;
}

/** What runs on a machine. */
export interface MachineSoftware {
  readonly kubernetes: string;
  readonly imageName: string;
  readonly imageVersion: string;
}

export interface MachineOrigin {
  /** Unique for the Shoot, and its own through all its life. */
  readonly identity: string;
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation | null;
  /** How often each pool was replaced on request, which nothing else tells. */
  readonly requested: ReadonlyMap<string, number>;
  readonly bornMs: number;
}

/** The machines that a Shoot's pools are to have. */
export function poolMachines(origin: MachineOrigin): readonly PoolMachines[] {
  return (origin.spec.provider.workers ?? []).map((pool) => onePool(pool, origin));
}

function onePool(pool: Worker, { identity, spec, rotation, requested, bornMs }: MachineOrigin): PoolMachines {
  const at = { spec, pool, rotation };
  const values = (data: readonly { readonly value: string }[]) => poolHash(data.map(({ value }) => value));
  const inPlace = isInPlace(pool);
  return {
    pool,
    count: machineCount(identity, pool),
    incarnation: inPlace ? "in-place" : `${values(poolHashData(at))}/${requested.get(pool.name) ?? 0}`,
    update: inPlace ? values(inPlaceHashData(at)) : "",
    runs: {
      kubernetes: effectiveKubernetesVersion(spec, pool),
      imageName: pool.machine.image?.name ?? "",
      imageVersion: pool.machine.image?.version ?? "",
    },
    bornMs,
  };
}

/** Between minimum and maximum, nearer to the minimum, as an autoscaler leaves a pool; the same at every look. */
export function machineCount(identity: string, { name, minimum = 0, maximum = minimum }: Worker): number {
  const least = Math.max(0, Math.trunc(minimum));
  const room = Math.max(0, Math.trunc(maximum) - least);
  return least + Math.floor((room * digestOf(identity, name).readUInt8(0)) / 255 / 4);
}

/** The name of a machine and of its Node. */
export function machineName(identity: string, technicalID: string, { pool, incarnation }: PoolMachines, index: number) {
  const zone = (index % Math.max(1, pool.zones?.length ?? 1)) + 1;
  const generation = letters(digestOf(identity, pool.name, incarnation), 5);
  const own = letters(digestOf(identity, pool.name, incarnation, String(index)), 5);
  return `${technicalID}-${pool.name}-z${zone}-${generation}-${own}`;
}

/** Letters and digits as Kubernetes' generated names have them. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

function letters(bytes: Buffer, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join("");
}

export function digestOf(...parts: readonly string[]): Buffer {
  return createHash("sha256").update(parts.join("\n")).digest();
}
