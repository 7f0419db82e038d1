import { applyPoolEdit } from "#lib/act/updates/apply-pool-edit.ts";
import type { Worker } from "#lib/garden/shoot.ts";
import { majorMinorOf } from "#lib/policy/admission/effective-pool.ts";

/** Longest name of a worker pool that Gardener accepts, in characters. */
const longestPoolName = 15;

/** Name of a pool without the Kubernetes minor version that this guide appends: `data` of `data-134`. */
export function poolNameStem(name: string): string {
  return name.replace(/-1\d\d(?:-\d+)?$/, "") || name;
}

/** Returns a free name for the pool that succeeds another one: `data-134` for `data` at Kubernetes 1.34. */
export function successorPoolName(name: string, kubernetesVersion: string, taken: ReadonlySet<string>): string {
  const minor = `-${majorMinorOf(kubernetesVersion).replace(/\D/g, "")}`;
  const nameWith = (suffix: string) =>
    `${poolNameStem(name)
      .slice(0, longestPoolName - suffix.length)
      .replace(/-+$/, "")}${suffix}`;
  let candidate = nameWith(minor);
  for (let number = 2; taken.has(candidate); number += 1) candidate = nameWith(`${minor}-${number}`);
  return candidate;
}

export interface SuccessorChoices {
  readonly name: string;
  /** Whether the garden chooses the version of the machine image instead of copying it. */
  readonly newImageVersion: boolean;
}

/** Returns a copy of a pool under another name that follows the control plane's Kubernetes version. */
export function successorPool(pool: Worker, { name, newImageVersion }: SuccessorChoices): Worker {
  const unpinned = { ...applyPoolEdit(pool, { kubernetes: null }), name };
  const { image } = unpinned.machine;
  if (!newImageVersion || !image) return unpinned;
  const { version: _, ...named } = image;
  return { ...unpinned, machine: { ...unpinned.machine, image: named } };
}
