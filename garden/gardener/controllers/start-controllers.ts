import "server-only";
import type { GardenClockSource } from "#garden/api/clock/clock.ts";
import type { ConfigMap, Event } from "#garden/api/core/core-objects.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, events } from "#lib/kube/resource.ts";
import { createRandom } from "#lib/random.ts";
import { projectOfNamespace } from "../rules/shoot-rules.ts";
import { startBackgroundLife } from "./background-life.ts";
import { startCare } from "./care/start-care.ts";
import { createEventRecorder } from "./client/event-recorder.ts";
import { createShootClient } from "./client/shoot-client.ts";
import { type Controller, type ControllerContext, createGuards } from "./context/controller-context.ts";
import { followShoots, type ShootEvents } from "./context/shoot-events.ts";
import { startBastions } from "./controller-manager/start-bastions.ts";
import { startBindings } from "./controller-manager/start-bindings.ts";
import { startGardenletLifecycle } from "./controller-manager/start-gardenlet-lifecycle.ts";
import { startHibernation } from "./controller-manager/start-hibernation.ts";
import { startLifetimes } from "./controller-manager/start-lifetimes.ts";
import { startMigrations } from "./controller-manager/start-migrations.ts";
import { startProfiles } from "./controller-manager/start-profiles.ts";
import { startRegistrations } from "./controller-manager/start-registrations.ts";
import { startRetry } from "./controller-manager/start-retry.ts";
import { startScheduler } from "./controller-manager/start-scheduler.ts";
import { startStatusLabel } from "./controller-manager/start-status-label.ts";
import { startGardenlet } from "./gardenlet/start-gardenlet.ts";
import { startManualUpdates } from "./gardenlet/start-manual-updates.ts";
import { startProjectResources } from "./gardenlet/start-project-resources.ts";
import { startSeeds } from "./gardenlet/start-seeds.ts";
import { createMachineRecord, type MachineRecord } from "./machines/machine-record.ts";
import { startMaintenance } from "./maintenance/start-maintenance.ts";

export interface ControllerOptions {
  readonly api: GardenApi;
  readonly clock: GardenClockSource;
  /** Speed of flows and checks relative to a real garden. */
  readonly pace: number;
  readonly seed: number;
  /**
   * Whether the landscape is active without users: flows that were running or failing at the start continue, and idle
   * Shoots are synced now and then. Default true.
   */
  readonly life?: boolean;
  /** Whether the garden continues an earlier process; its unfinished flows are completed. */
  readonly isRestored?: boolean;
  /** Machine record; a private one if missing. */
  readonly machines?: MachineRecord;
  /** URL of a Shoot's API server; if missing, new Shoots get the address of their domain. */
  readonly shootApiUrl?: (shoot: Shoot) => string;
  /** Called for every write that the garden refused; ignored by default, because the next event retries. */
  readonly onFault?: (error: unknown) => void;
}

/** Starts the simulated Gardener. Returns a function that stops it and resolves when everything has ended. */
export function startControllers(options: ControllerOptions): () => Promise<void> {
  const { api, clock, pace, seed, life = true, isRestored = false, onFault = () => undefined } = options;
  const client = createShootClient(api);
  const stopping = new AbortController();
  const { signal } = stopping;
  let shootEvents: ShootEvents | undefined;
  const recorder = createEventRecorder(api, clock, onFault);
  if (isRestored) recorder.adopt(api.list<Event>({ resource: events }));
  const context: ControllerContext = {
    api,
    client,
    clock,
    random: createRandom(seed, "controllers"),
    pace,
    release: releaseOf(api),
    signal,
    nextEvent: (key) => shootEvents?.next(key, signal) ?? Promise.resolve(),
    recorder,
    machines: options.machines ?? createMachineRecord(),
    shootApiUrl: options.shootApiUrl ?? domainUrl,
    onFault,
    ...createGuards(onFault),
  };
  const start = isRestored ? "restart" : life ? "go-on" : "leave";
  const gardenlet = startGardenlet(context, { start, projectOf: projectNames(api) });
  const controllers: readonly Controller[] = [
    startStatusLabel(context),
    startRegistrations(context),
    startMaintenance(context, { scheduled: life, seed }),
    gardenlet,
    startCare(context),
    startManualUpdates(context),
    startProjectResources(context, seed),
    startScheduler(context),
    startMigrations(context),
    startBastions(context),
    ...(life ? [startRetry(context), startHibernation(context), startLifetimes(context)] : []),
  ];
  shootEvents = followShoots(client, {
    onEvent: (event) => {
      for (const controller of controllers) context.guarded(() => controller.onEvent(event));
    },
    onSynced: () => {
      for (const controller of controllers) controller.onSynced?.();
    },
  });
  if (life) startBackgroundLife(context, gardenlet.sync);
  const stopWatching = [
    startProfiles(context),
    startBindings(context),
    startSeeds(context),
    startGardenletLifecycle(context),
  ];
  return async () => {
    stopping.abort();
    for (const stop of stopWatching) stop();
    shootEvents?.stop();
    await gardenlet.settle();
  };
}

function releaseOf(api: GardenApi): string | undefined {
  const info = { resource: configMaps, namespace: "gardener-system-public", name: "gardener-info" };
  return /^version: (\S+)$/m.exec(api.get<ConfigMap>(info)?.data.gardenerAPIServer ?? "")?.[1];
}

function domainUrl({ metadata, spec }: Shoot): string {
  return `https://api.${spec.dns?.domain ?? `${metadata.name}.${metadata.namespace}.internal`}`;
}

/** The name of a namespace's project. Looked up each time, as only new Shoots need it for their technical ID. */
function projectNames(api: GardenApi): (namespace: string) => string {
  return (namespace) => projectOfNamespace(api, namespace)?.metadata.name ?? namespace.replace(/^garden-/, "");
}
