import "server-only";
import { resourceKey, type Store } from "#garden/api/store/store.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { listAt, textAt } from "#lib/kube/field.ts";
import { cloudProfiles, namespacedCloudProfiles } from "#lib/kube/resource.ts";

export interface MachineSize {
  readonly cpu: number;
  readonly memoryKi: number;
}

const usual: MachineSize = { cpu: 4, memoryKi: 16 * 1024 * 1024 };

/** How large a machine type is by the Shoot's profile; of an unknown type the size is a usual one. */
export function machineSizes(store: Store, { metadata, spec }: Shoot): (machineType: string) => MachineSize {
  const { kind, name = spec.cloudProfileName ?? "" } = spec.cloudProfile ?? {};
  const own = kind === "NamespacedCloudProfile";
  const profile = own
    ? store.collection(resourceKey(namespacedCloudProfiles)).get(metadata.namespace, name)
    : store.collection(resourceKey(cloudProfiles)).get(undefined, name);
  const types = own
    ? listAt(profile, "status", "cloudProfileSpec", "machineTypes")
    : listAt(profile, "spec", "machineTypes");
  return (machineType) => {
    const found = types.find((type) => textAt(type, "name") === machineType);
    const cpu = Number(textAt(found, "cpu"));
    const [, gibibytes] = /^(\d+)Gi$/.exec(textAt(found, "memory") ?? "") ?? [];
    return cpu > 0 && gibibytes !== undefined ? { cpu, memoryKi: Number(gibibytes) * 1024 * 1024 } : usual;
  };
}
