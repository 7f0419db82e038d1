import "server-only";
import type { GardenReader } from "#garden/api/registry/garden-reader.ts";
import { effectiveProfileOf } from "#garden/gardener/rules/shoot-rules.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

export interface MachineSize {
  readonly cpu: number;
  readonly memoryKi: number;
}

const usual: MachineSize = { cpu: 4, memoryKi: 16 * 1024 * 1024 };

/** Returns a lookup of machine sizes by type in the Shoot's CloudProfile, with a default for unknown types. */
export function createMachineSizeFinder(garden: GardenReader, shoot: Shoot): (machineType: string) => MachineSize {
  const profile = effectiveProfileOf(garden, shoot);
  const types = (profile.ok && profile.value.machineTypes) || [];
  return (machineType) => {
    const found = types.find(({ name }) => name === machineType);
    const cpu = Number(found?.cpu);
    const [, gibibytes] = /^(\d+)Gi$/.exec(found?.memory ?? "") ?? [];
    return cpu > 0 && gibibytes !== undefined ? { cpu, memoryKi: Number(gibibytes) * 1024 * 1024 } : usual;
  };
}
