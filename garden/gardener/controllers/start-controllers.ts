import "server-only";
import type { GardenClockSource } from "#garden/api/clock/clock.ts";
import type { ConfigMap, Event } from "#garden/api/core/core-objects.ts";
import type { GardenApi } from "#garden/api/local/garden-api.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { configMaps, events } from "#lib/kube/resource.ts";
import { createRandom } from "#lib/random.ts";
import { projectOfNamespace } from "../rules/shoot-rules.ts";
import { startBackgroundSync } from "./background-life.ts";
import { startCareController } from "./care/start-care-controller.ts";
import { createEventRecorder } from "./client/event-recorder.ts";
import { createShootClient } from "./client/shoot-client.ts";
import { type Controller, type ControllerContext, createErrorGuards } from "./context/controller-context.ts";
import { followShoots, type ShootEvents } from "./context/shoot-events.ts";
import { type ProjectQuota, startResourceQuotaController } from "./controller-manager/project-quota.ts";
import { startActivityController } from "./controller-manager/start-activity-controller.ts";
import { startBastionController } from "./controller-manager/start-bastion-controller.ts";
import { startBindingController } from "./controller-manager/start-binding-controller.ts";
import { startGardenletLifecycleController } from "./controller-manager/start-gardenlet-lifecycle-controller.ts";
import { startHibernationController } from "./controller-manager/start-hibernation-controller.ts";
import { startMigrationController } from "./controller-manager/start-migration-controller.ts";
import { startProfileController } from "./controller-manager/start-profile-controller.ts";
import { startProjectController } from "./controller-manager/start-project-controller.ts";
import { startQuotaController } from "./controller-manager/start-quota-controller.ts";
import { startQuotaLifetimeController } from "./controller-manager/start-quota-lifetime-controller.ts";
import { startRegistrationController } from "./controller-manager/start-registration-controller.ts";
import { startRetryController } from "./controller-manager/start-retry-controller.ts";
import { startScheduler } from "./controller-manager/start-scheduler.ts";
import { startStaleProjectController } from "./controller-manager/start-stale-project-controller.ts";
import { startStatusLabelController } from "./controller-manager/start-status-label-controller.ts";
import { startGardenlet } from "./gardenlet/start-gardenlet.ts";
import { startManualUpdateController } from "./gardenlet/start-manual-update-controller.ts";
import { startProjectResourceController } from "./gardenlet/start-project-resource-controller.ts";
import { startSeedController } from "./gardenlet/start-seed-controller.ts";
import { createMachineRecord, type MachineRecord } from "./machines/machine-record.ts";
import { startMaintenanceController } from "./maintenance/start-maintenance-controller.ts";

export interface ControllerOptions {
  readonly api: GardenApi;
  readonly clock: GardenClockSource;
  /** How many times faster flows and checks run than in a real garden. */
  readonly pace: number;
  readonly seed: number;
  /**
   * Whether Shoots and Projects change without users: flows that were running or failing at the start continue, idle
   * Shoots are reconciled from time to time, and unused Projects are deleted. The default is true.
   */
  readonly life?: boolean;
  /** Whether the data of a previous process was restored; its unfinished flows are then completed. */
  readonly isRestored?: boolean;
  /** Machine state of all Shoots; created if missing. */
  readonly machines?: MachineRecord;
  /** Limits that projects get, the first whose selector matches; none by default. */
  readonly projectQuotas?: readonly ProjectQuota[];
  /** See `ControllerContext`; by default nothing blocks a drain. */
  readonly drainCheckOf?: ControllerContext["drainCheckOf"];
  /** URL of a Shoot's API server. By default, new Shoots get the address of their DNS domain. */
  readonly shootApiUrl?: (shoot: Shoot) => string;
  /** Called for each controller write that the garden refused; ignored by default, because the next event retries. */
  readonly onFault?: (error: unknown) => void;
}

/** Starts the simulated Gardener controllers. The returned function stops them and resolves when all flows ended. */
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
    projectOf: projectNames(api),
    drainCheckOf: options.drainCheckOf ?? (() => undefined),
    shootApiUrl: options.shootApiUrl ?? domainUrl,
    onFault,
    ...createErrorGuards(onFault),
  };
  const start = isRestored ? "restart" : life ? "go-on" : "leave";
  const gardenlet = startGardenlet(context, { start });
  const controllers: readonly Controller[] = [
    startStatusLabelController(context),
    startRegistrationController(context),
    startMaintenanceController(context, { scheduled: life, seed }),
    gardenlet,
    startCareController(context),
    startManualUpdateController(context),
    startProjectResourceController(context, seed),
    startScheduler(context),
    startMigrationController(context),
    startBastionController(context),
    ...(life
      ? [startRetryController(context), startHibernationController(context), startQuotaLifetimeController(context)]
      : []),
  ];
  shootEvents = followShoots(client, {
    onEvent: (event) => {
      for (const controller of controllers) context.guarded(() => controller.onEvent(event));
    },
    onSynced: () => {
      for (const controller of controllers) controller.onSynced?.();
    },
  });
  if (life) {
    startBackgroundSync(context, gardenlet.sync);
    startStaleProjectController(context);
  }
  const stopWatching = [
    startProfileController(context),
    startBindingController(context),
    startQuotaController(context),
    startProjectController(context, options.projectQuotas ?? []),
    startResourceQuotaController(context),
    startActivityController(context),
    startSeedController(context),
    startGardenletLifecycleController(context),
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

/** Returns a function that finds the project name of a namespace, which new Shoots need for their technical ID. */
function projectNames(api: GardenApi): (namespace: string) => string {
  return (namespace) => projectOfNamespace(api, namespace)?.metadata.name ?? namespace.replace(/^garden-/, "");
}
