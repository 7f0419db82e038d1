import "server-only";
import { createGardenClock, type GardenClock } from "#garden/api/clock/garden-clock.ts";
import { type GardenIdentity, loadGardenIdentity, newGardenIdentity } from "#garden/api/identity/identity-file.ts";
import { type ControllerNoteStore, createControllerNoteStore } from "#garden/api/persistence/controller-note-store.ts";
import { type StorageWaiter, skipStorageWait } from "#garden/api/persistence/journal.ts";
import { collectionKeyOf, createObjectStore, type ObjectStore } from "#garden/api/store/store.ts";
import { createGardenResourceRegistry } from "#garden/gardener/resources/garden-registry.ts";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { demoIdentities } from "#garden/landscape/garden/identities.ts";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
import { gardenUrlAt, withCurrentApiAddresses } from "#garden/shoots/access/advertise-shoots.ts";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots as shootResource } from "#lib/kube/resource.ts";

/** Options for creating or restoring a garden. */
export interface StateOptions {
  /** Expected port of the API server, if known. In a new landscape, the Shoots' API addresses contain this port. */
  readonly expectedPort?: number | undefined;
  readonly kubeconfigFile?: string | undefined;
  readonly shoots?: number | undefined;
  /** Number of Seeds, if there are to be more than in the demo landscape. */
  readonly seeds?: number | undefined;
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
  readonly notebook: ControllerNoteStore;
  readonly whenStored: StorageWaiter;
  /** Whether the garden was restored from the data of a previous process. */
  readonly isRestored: boolean;
  /** The port that the previous process listened on; 0 if unknown. */
  readonly formerPort: number;
  /** Messages to print for the user who starts the garden. */
  readonly notices: readonly string[];
  keepPort(port: number): void;
  close(): void;
}

export const defaultRandomSeed = 1;
export const identityNames = demoIdentities.map(({ name }) => name);

/** Creates the state of a garden that exists only in memory. */
export async function createGardenState(options: StateOptions): Promise<GardenState> {
  const { seed = defaultRandomSeed, shoots = 0, seeds, kubeconfigFile } = options;
  const clock = createGardenClock({ startAt: options.now, speed: options.speed });
  const store = createObjectStore({ now: () => performance.now(), firstVersion: firstResourceVersion() });
  loadLandscape(store, createDemoLandscape({ now: clock.now(), seed, shoots, seeds }).objects, options.expectedPort);
  const machineNow = new Date();
  return {
    store,
    clock,
    identity:
      kubeconfigFile === undefined
        ? await newGardenIdentity(identityNames, machineNow)
        : await loadGardenIdentity(`${kubeconfigFile}.identity.json`, identityNames, machineNow),
    seed,
    notebook: createControllerNoteStore(),
    whenStored: skipStorageWait,
    isRestored: false,
    formerPort: 0,
    notices: [],
    keepPort: () => undefined,
    close: () => clock.stop(),
  };
}

/**
 * First resourceVersion: the current time in milliseconds, which exceeds all resourceVersions of an earlier run.
 * Seconds would not suffice, because a landscape uses more than one resourceVersion per second.
 */
export function firstResourceVersion(): number {
  return Date.now();
}

/** Resources that the Gardener release of the landscape serves. */
export const gardenResourceRegistry = createGardenResourceRegistry(landscapeGardenerRules);

export function loadLandscape(store: ObjectStore, objects: readonly KubeObject[], expectedPort = 0): void {
  const byKind = Map.groupBy(objects, ({ apiVersion, kind }) => `${apiVersion}/${kind}`);
  for (const members of byKind.values()) {
    const [first] = members;
    const definition = gardenResourceRegistry.ofKind(first?.apiVersion, first?.kind);
    if (definition === undefined)
      throw new Error(`the landscape holds a ${first?.kind}, which the garden does not serve`);
    const { resource } = definition;
    store.load(
      collectionKeyOf(resource),
      resource === shootResource ? withCurrentApiAddresses(members, gardenUrlAt(expectedPort)) : members,
    );
  }
}
