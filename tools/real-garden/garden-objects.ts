import { z } from "zod";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";

export const gardenGroup = "/apis/core.gardener.cloud/v1beta1";

/** Lists all objects of a Gardener resource. Their structure is not validated: they come from the API server. */
export function listGardenObjects<Item extends KubeObject>(
  admin: GardenAccess,
  plural: string,
): Promise<readonly Item[]> {
  return listObjectsAt(admin, `${gardenGroup}/${plural}`);
}

/** The same for a resource of any group, by its path. */
export async function listObjectsAt<Item extends KubeObject>(
  admin: GardenAccess,
  path: string,
): Promise<readonly Item[]> {
  const answer = await admin.send({ method: "GET", path });
  if (answer.code !== 200) throw new Error(`${path}: ${describeGardenRejection(answer)}`);
  const item = z.custom<Item>((value) => typeof value === "object" && value !== null);
  return z.object({ items: z.array(item) }).parse(answer.body).items;
}

/** Returns a function that finds the current profile of a Shoot. */
export async function profilesOf(admin: GardenAccess): Promise<(shoot: Shoot) => CloudProfileSpec> {
  const common = await listGardenObjects<CloudProfile>(admin, "cloudprofiles");
  const own = await listGardenObjects<NamespacedCloudProfile>(admin, "namespacedcloudprofiles");
  return (shoot) => {
    const found = effectiveProfile(shoot, {
      cloudProfile: (name) => common.find(({ metadata }) => metadata.name === name),
      namespacedCloudProfile: (namespace, name) =>
        own.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name),
    });
    if (!found.ok) throw new Error(`${shoot.metadata.name}: ${found.error}`);
    return found.value;
  };
}

/** The Shoot with a gardenlet of this release in its status, from which Almanac derives the garden's release. */
export function withGardenletRelease(version: string, shoot: Shoot): Shoot {
  return { ...shoot, status: { ...shoot.status, gardener: { ...shoot.status?.gardener, version } } };
}
