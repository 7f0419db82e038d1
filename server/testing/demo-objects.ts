import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import type { WatchedObjects } from "#server/fleet/create-watched-fleet.fixture.ts";

/** All objects of the demo garden, with additional generated Shoots. */
export function demoObjects(now: Date, more: number): Required<Omit<WatchedObjects, "release">> {
  const { objects } = createDemoLandscape({ now, seed: 1, shoots: more });
  const ofKind = <Item extends KubeObject>(kind: string, is: (object: KubeObject) => object is Item) =>
    objects.filter((object) => object.kind === kind).filter(is);
  return {
    shoots: ofKind("Shoot", (object): object is Shoot => "spec" in object),
    cloudProfiles: ofKind("CloudProfile", (object): object is CloudProfile => "spec" in object),
    namespacedCloudProfiles: ofKind(
      "NamespacedCloudProfile",
      (object): object is NamespacedCloudProfile => "spec" in object,
    ),
  };
}
