import type { CloudAccount, ClusterProfile } from "#lib/contract/new-cluster.ts";
import { clusterProfileOf } from "#lib/create/cluster-profile.ts";
import type { CloudProfile, CloudProfileSpec, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Project } from "#lib/garden/project.ts";
import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, stringAt } from "#lib/kube/field.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { profileAdmissionContextAt } from "#lib/policy/profiles/validate-profile.ts";
import { waitUntilTrue } from "../eventually.ts";
import type { GardenAccess } from "../garden-access.ts";
import { gardenGroup, listGardenObjects, listObjectsAt } from "../garden-objects.ts";

/** What the garden holds that the creation of a cluster depends on. */
export interface CreationGarden {
  readonly shoots: readonly Shoot[];
  readonly seeds: readonly Seed[];
  readonly profiles: readonly CloudProfile[];
  readonly ownProfiles: readonly NamespacedCloudProfile[];
  readonly registrations: readonly KubeObject[];
  readonly projects: readonly Project[];
  readonly bindings: readonly KubeObject[];
}

/** Reads the garden once its controllers have merged every NamespacedCloudProfile. */
export async function readCreationGarden(admin: GardenAccess): Promise<CreationGarden> {
  const own = () => listGardenObjects<NamespacedCloudProfile>(admin, "namespacedcloudprofiles");
  await waitUntilTrue("every NamespacedCloudProfile is merged", async () =>
    (await own()).every(({ status }) => status?.cloudProfileSpec != null),
  );
  return {
    shoots: await listGardenObjects<Shoot>(admin, "shoots"),
    seeds: await listGardenObjects<Seed>(admin, "seeds"),
    profiles: await listGardenObjects<CloudProfile>(admin, "cloudprofiles"),
    ownProfiles: await own(),
    registrations: await listGardenObjects(admin, "controllerregistrations"),
    projects: await listGardenObjects<Project>(admin, "projects"),
    bindings: await listObjectsAt(admin, "/apis/security.gardener.cloud/v1alpha1/credentialsbindings"),
  };
}

/** The choices of the form for a new cluster in a project. Every region counts as one with a Seed. */
export function offerOf(
  { profiles, ownProfiles, bindings }: CreationGarden,
  namespace: string,
  now: number,
): { readonly profiles: ClusterProfile[]; readonly accounts: CloudAccount[] } {
  const { reading } = profileAdmissionContextAt(now);
  const offered = (kind: ClusterProfile["kind"], name: string, spec: CloudProfileSpec) => {
    const seeds = new Map(listAt(spec, "regions").map((region) => [stringAt(region, "name") ?? "", 1]));
    return clusterProfileOf({ kind, name, spec, reading, seeds });
  };
  return {
    profiles: [
      ...profiles.map(({ metadata, spec }) => offered("CloudProfile", metadata.name, spec)),
      ...ownProfiles.flatMap(({ metadata, status }) => {
        const spec = status?.cloudProfileSpec;
        return metadata.namespace === namespace && spec ? [offered("NamespacedCloudProfile", metadata.name, spec)] : [];
      }),
    ],
    accounts: bindings
      .filter(({ metadata }) => metadata.namespace === namespace)
      .map((binding) => ({
        name: binding.metadata.name,
        type: stringAt(binding, "provider", "type") ?? "",
        credentialsKind: stringAt(binding, "credentialsRef", "kind") ?? "",
      })),
  };
}

export function shootsPath(namespace: string): string {
  return `${gardenGroup}/namespaces/${namespace}/shoots`;
}
