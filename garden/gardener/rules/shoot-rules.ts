import "server-only";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import type { AdmissionContext } from "#garden/api/registry/resource-definition.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Shoot, Worker } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { cloudProfiles, namespacedCloudProfiles, projects } from "#lib/kube/resource.ts";
import { isKubeObject, isRecord } from "#lib/kube/wire.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import { effectiveProfile, type MissingProfileReason } from "#lib/policy/profiles/effective-profile.ts";
import type { Result } from "#lib/result.ts";

/** Admission context that also contains the rules of the garden's Gardener release. */
export interface GardenerAdmission extends AdmissionContext {
  readonly rules: GardenerRules;
}

export function effectiveProfileOf(garden: GardenReader, shoot: Shoot): Result<CloudProfileSpec, MissingProfileReason> {
  return effectiveProfile(shoot, {
    cloudProfile: (name) => garden.get<CloudProfile>({ resource: cloudProfiles, name }),
    namespacedCloudProfile: (namespace, name) =>
      garden.get<NamespacedCloudProfile>({ resource: namespacedCloudProfiles, namespace, name }),
  });
}

export function projectOfNamespace(garden: GardenReader, namespace: string | undefined): Project | undefined {
  return garden.list<Project>({ resource: projects }).find(({ spec }) => spec.namespace === namespace);
}

/**
 * Returns the object as a Shoot if it has the structure that all code requires, or else undefined. Mutating admission
 * skips malformed objects, and validation refuses them.
 */
export function asWellFormedShoot(object: KubeObject): Shoot | undefined {
  const spec: unknown = Reflect.get(object, "spec");
  if (!isRecord(spec) || !isRecord(spec.kubernetes) || !isRecord(spec.provider)) return undefined;
  if (typeof spec.kubernetes.version !== "string" && spec.kubernetes.version !== undefined) return undefined;
  const { workers } = spec.provider;
  const readable =
    workers === undefined || workers === null || (Array.isArray(workers) && workers.every(isReadablePool));
  return readable && isKubeObject<Shoot>(object) ? object : undefined;
}

function isReadablePool(pool: unknown): pool is Worker {
  return isRecord(pool) && typeof pool.name === "string" && isRecord(pool.machine);
}
