import "server-only";
import { createGardenClock, type GardenClock } from "#garden/api/clock/garden-clock.ts";
import { type GardenIdentity, newGardenIdentity, storedGardenIdentity } from "#garden/api/identity/identity-file.ts";
import { type ControllerMemory, createControllerMemory } from "#garden/api/persistence/controller-memory.ts";
import { storedInMemory, type WhenStored } from "#garden/api/persistence/journal.ts";
import { createObjectStore, type ObjectStore, resourceKey } from "#garden/api/store/store.ts";
import { createGardenRegistry } from "#garden/gardener/resources/garden-registry.ts";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { demoIdentities } from "#garden/landscape/garden/identities.ts";
import { landscapeRules } from "#garden/landscape/garden/landscape-rules.ts";
import { gardenUrlAt, withApiAddresses } from "#garden/shoots/access/advertise-shoots.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots as shootResource } from "#lib/kube/resource.ts";

/** Options for creating or restoring a garden. */
export interface StateOptions {
  /** Expected port, if known; it is part of the Shoots' addresses in a new landscape. */
  readonly expectedPort?: number | undefined;
  readonly kubeconfigFile?: string | undefined;
  readonly shoots?: number | undefined;
  readonly seed?: number | undefined;
  readonly speed?: number | undefined;
  readonly now?: Date | undefined;
}

/** The complete state of a garden, before its server and controllers start. */
export interface GardenState {
  readonly store: ObjectStore;
  readonly clock: GardenClock;
  readonly identity: GardenIdentity;
  readonly seed: number;
  readonly notebook: ControllerMemory;
  readonly whenStored: WhenStored;
  /** Whether the garden continues an earlier process. */
  readonly isRestored: boolean;
  /** The port of the earlier process; 0 if none or unknown. */
  readonly formerPort: number;
  /** Messages for the user who started the garden. */
  readonly notices: readonly string[];
  keepPort(port: number): void;
  close(): void;
}

export const defaultRandomSeed = 1;
export const identityNames = demoIdentities.map(({ name }) => name);

/** Creates a garden in memory, which ends with its process. */
export async function newState(options: StateOptions): Promise<GardenState> {
  const { seed = defaultRandomSeed, shoots = 0, kubeconfigFile } = options;
  const clock = createGardenClock({ startAt: options.now, speed: options.speed });
  const store = createObjectStore({ now: () => performance.now(), firstVersion: firstResourceVersion() });
  loadLandscape(store, createDemoLandscape({ now: clock.now(), seed, shoots }).objects, options.expectedPort);
  const machineNow = new Date();
  return {
    store,
    clock,
    identity:
      kubeconfigFile === undefined
        ? await newGardenIdentity(identityNames, machineNow)
        : await storedGardenIdentity(`${kubeconfigFile}.identity.json`, identityNames, machineNow),
    seed,
    notebook: createControllerMemory(),
    whenStored: storedInMemory,
    isRestored: false,
    formerPort: 0,
    notices: [],
    keepPort: () => undefined,
    close: () => clock.stop(),
  };
}

/**
 * First resourceVersion: milliseconds since 1970, above all versions of an earlier run. Seconds would not suffice:
 * loading and writing a landscape uses more versions than seconds pass, so the versions of two runs would overlap.
 */
export function firstResourceVersion(): number {
  return Date.now();
}

/** Kinds that the landscape's release serves. */
export const gardenRegistry = createGardenRegistry(landscapeRules);

export function loadLandscape(store: ObjectStore, objects: readonly KubeObject[], expectedPort = 0): void {
  const byKind = Map.groupBy(objects, ({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  for (const members of byKind.values()) {
    const [first] = members;
    const definition = gardenRegistry.ofKind(first?.apiVersion, first?.kind);
    if (definition === undefined)
      throw new Error(`the landscape holds a ${first?.kind}, which the garden does not serve`);
    const { resource } = definition;
    store.load(
      resourceKey(resource),
      resource === shootResource ? withApiAddresses(members, gardenUrlAt(expectedPort)) : members,
    );
  }
}
