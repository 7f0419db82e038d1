import "server-only";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { isDns1123Subdomain } from "#lib/kube/names.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { ObjectTarget } from "#lib/kube/paths.ts";
import { cloudProfiles, namespacedCloudProfiles } from "#lib/kube/resource.ts";
import {
  effectiveProfile,
  type MissingProfileReason,
  type ProfileReference,
  profileReference,
} from "#lib/policy/profiles/effective-profile.ts";
import { fail, ok, type Result } from "#lib/result.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { readReferencedObject } from "#server/garden/read-referenced-object.ts";

/** The CloudProfile that applies to a Shoot, and the objects it comes from. */
export interface ShootProfile {
  readonly reference: ProfileReference;
  readonly resourceVersion: string | undefined;
  readonly spec: CloudProfileSpec;
  /** Set for a NamespacedCloudProfile: the object itself, and its parent CloudProfile if readable. */
  readonly namespaced: NamespacedCloudProfile | undefined;
  readonly parent: CloudProfile | undefined;
}

export type MissingProfile = MissingProfileReason | "PROFILE_FORBIDDEN";

type Client = Pick<GardenClient, "get">;

async function readOne<Item extends KubeObject>(
  client: Client,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<Result<Item, MissingProfile>> {
  if (!isDns1123Subdomain(target.name)) return fail("PROFILE_NOT_FOUND");
  const found = await readReferencedObject<Item>(client, target, signal);
  if (found === null) return fail("PROFILE_NOT_FOUND");
  return found === undefined ? fail("PROFILE_FORBIDDEN") : ok(found);
}

/** Reads a Shoot's CloudProfile or NamespacedCloudProfile with the user's credential, not from the shared watch. */
export async function readShootProfile(
  client: Client,
  shoot: Shoot,
  signal: AbortSignal,
): Promise<Result<ShootProfile, MissingProfile>> {
  const reference = profileReference(shoot.spec);
  if (reference === undefined) return fail("NO_PROFILE_REFERENCE");
  const { name } = reference;
  if (reference.kind !== "NamespacedCloudProfile") {
    const found = await readOne<CloudProfile>(client, { resource: cloudProfiles, name }, signal);
    if (!found.ok) return found;
    const { spec, metadata } = found.value;
    return ok({ reference, resourceVersion: metadata.resourceVersion, spec, namespaced: undefined, parent: undefined });
  }
  const { namespace = "" } = shoot.metadata;
  const target = { resource: namespacedCloudProfiles, namespace, name };
  const found = await readOne<NamespacedCloudProfile>(client, target, signal);
  if (!found.ok) return found;
  const namespaced = found.value;
  const merged = effectiveProfile(shoot, {
    cloudProfile: () => undefined,
    namespacedCloudProfile: () => namespaced,
  });
  if (!merged.ok) return merged;
  const parentName = namespaced.spec?.parent?.name ?? "";
  const parent = await readOne<CloudProfile>(client, { resource: cloudProfiles, name: parentName }, signal);
  return ok({
    reference,
    resourceVersion: namespaced.metadata.resourceVersion,
    spec: merged.value,
    namespaced,
    parent: parent.ok ? parent.value : undefined,
  });
}
