import { createGardenClock, type GardenClock } from "#garden/api/clock/garden-clock.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import { createLocalGardenApi } from "#garden/api/local/local-garden-api.ts";
import { createObjectWriter } from "#garden/api/registry/object-writer.ts";
import { collectionKeyOf, createObjectStore } from "#garden/api/store/store.ts";
import { controllerWriteIdentity } from "#garden/gardener/controllers/client/controller-write-identity.ts";
import { startControllers } from "#garden/gardener/controllers/start-controllers.ts";
import { createGardenResourceRegistry } from "#garden/gardener/resources/garden-registry.ts";
import { createDemoLandscape } from "#garden/landscape/create-demo-landscape.ts";
import { landscapeGardenerRules } from "#garden/landscape/garden/landscape-gardener-rules.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";

/** The demo landscape in a store, with API and controllers; the test controls the clock. */
export interface TestLandscape {
  readonly api: GardenApi;
  readonly clock: GardenClock;
  /** Errors of writes by controllers that the garden refused. */
  readonly faults: readonly unknown[];
  shoot(namespace: string, name: string): Shoot | undefined;
  annotate(namespace: string, name: string, annotations: Readonly<Record<string, string | null>>): Shoot;
  /** Advances the garden's time. */
  pass(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

const registry = createGardenResourceRegistry(landscapeGardenerRules);
const startOfTest = new Date("2026-08-10T09:30:00Z");

export function startTestLandscape({
  life = false,
  seed = 1,
  shoots: generated = 0,
  startAt = startOfTest,
} = {}): TestLandscape {
  const clock = createGardenClock({ startAt, speed: 0 });
  const store = createObjectStore({ now: () => clock.now().getTime() });
  for (const object of createDemoLandscape({ now: startAt, seed, shoots: generated }).objects) {
    const definition = registry.ofKind(object.apiVersion, object.kind);
    if (!definition) throw new Error(`the garden does not serve ${object.kind}`);
    store.load(collectionKeyOf(definition.resource), [object]);
  }
  const writer = createObjectWriter(store);
  const api = createLocalGardenApi({ store, writer, clock, registry, system: controllerWriteIdentity });
  const faults: unknown[] = [];
  const stopControllers = startControllers({
    api,
    clock,
    pace: 20,
    seed,
    life,
    onFault: (fault) => faults.push(fault),
  });
  const target = (namespace: string, name: string) => ({ resource: shoots, namespace, name });
  return {
    api,
    clock,
    faults,
    shoot: (namespace, name) => api.get<Shoot>(target(namespace, name)),
    annotate: (namespace, name, annotations) =>
      api.patch<Shoot>(target(namespace, name), { metadata: { annotations } }),
    pass: (seconds) => clock.advance(seconds * 1000),
    async stop() {
      await stopControllers();
      clock.stop();
    },
  };
}
