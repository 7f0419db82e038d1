import { createHash } from "node:crypto";
import type { ShootCredentialsRotation, ShootSpec, Worker } from "#lib/garden/shoot.ts";
import { effectiveKubernetesVersion } from "#lib/policy/admission/effective-pool.ts";
import { inPlaceHashData, poolHash, poolHashData } from "#lib/policy/changes/pool-hash.ts";
import { isPoolUpdatedInPlace } from "#lib/policy/versions/filter-image.ts";

/** Properties that all machines of a pool share. */
export interface PoolMachines {
  readonly pool: Worker;
  readonly count: number;
  /** Machine configuration hash; machines with another hash are replaced. Constant for pools with in-place updates. */
  readonly incarnation: string;
  /** Hash of the in-place update configuration: nodes with another one still need it. Empty for rolling updates. */
  readonly update: string;
  readonly runs: MachineSoftware;
  readonly bornMs: number;
}

/** Software on a machine. */
export interface MachineSoftware {
  readonly kubernetes: string;
  readonly imageName: string;
  readonly imageVersion: string;
}

export interface MachineOrigin {
  /** Unique identifier of the Shoot, which never changes. */
  readonly identity: string;
  readonly spec: ShootSpec;
  readonly rotation: ShootCredentialsRotation | null;
  /** Number of manually requested rollouts per pool. */
  readonly requested: ReadonlyMap<string, number>;
  readonly bornMs: number;
}

/** The machines that the worker pools in a Shoot's spec require. */
export function wantedPoolMachines(origin: MachineOrigin): readonly PoolMachines[] {
  return (origin.spec.provider.workers ?? []).map((pool) => onePool(pool, origin));
}

function onePool(pool: Worker, { identity, spec, rotation, requested, bornMs }: MachineOrigin): PoolMachines {
  const at = { spec, pool, rotation };
  const values = (data: readonly { readonly value: string }[]) => poolHash(data.map(({ value }) => value));
  const inPlace = isPoolUpdatedInPlace(pool);
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

/** The simulated number of machines of a pool: constant, and closer to its minimum than to its maximum. */
export function machineCount(identity: string, { name, minimum = 0, maximum = minimum }: Worker): number {
  const least = Math.max(0, Math.trunc(minimum));
  const room = Math.max(0, Math.trunc(maximum) - least);
  return least + Math.floor((room * sha256Of(identity, name).readUInt8(0)) / 255 / 4);
}

/** The name of a machine and of its Node. */
export function machineName(identity: string, technicalID: string, { pool, incarnation }: PoolMachines, index: number) {
  const zone = (index % Math.max(1, pool.zones?.length ?? 1)) + 1;
  const generation = letters(sha256Of(identity, pool.name, incarnation), 5);
  const own = letters(sha256Of(identity, pool.name, incarnation, String(index)), 5);
  return `${technicalID}-${pool.name}-z${zone}-${generation}-${own}`;
}

/** Characters of random suffixes in Kubernetes names. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";

function letters(bytes: Buffer, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join("");
}

export function sha256Of(...parts: readonly string[]): Buffer {
  return createHash("sha256").update(parts.join("\n")).digest();
}
