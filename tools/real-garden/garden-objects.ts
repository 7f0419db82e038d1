import { z } from "zod";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { describeGardenRejection, type GardenAccess } from "./garden-access.ts";

export const gardenGroup = "/apis/core.gardener.cloud/v1beta1";

/** Every object of one of Gardener's own resources. They are what the garden serves, so nobody checks them again. */
export async function listGardenObjects<Item extends KubeObject>(
  admin: GardenAccess,
  plural: string,
): Promise<readonly Item[]> {
  const answer = await admin.send({ method: "GET", path: `${gardenGroup}/${plural}` });
  if (answer.code !== 200) throw new Error(`${plural}: ${describeGardenRejection(answer)}`);
  const item = z.custom<Item>((value) => typeof value === "object" && value !== null);
  return z.object({ items: z.array(item) }).parse(answer.body).items;
}

/** The profile that applies to a Shoot, as they stand now. */
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

/** A cluster as a gardenlet of this release would report it: by that, Almanac knows the release of the garden. */
export function reportedBy(version: string, shoot: Shoot): Shoot {
  return { ...shoot, status: { ...shoot.status, gardener: { ...shoot.status?.gardener, version } } };
}
