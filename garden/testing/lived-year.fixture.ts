import { createEventRecorder } from "#garden/gardener/controllers/client/event-recorder.ts";
import { createShootClient, shootKeyOf } from "#garden/gardener/controllers/client/shoot-client.ts";
import {
  type Controller,
  type ControllerContext,
  createErrorGuards,
} from "#garden/gardener/controllers/context/controller-context.ts";
import { followShoots } from "#garden/gardener/controllers/context/shoot-events.ts";
import { startStatusLabelController } from "#garden/gardener/controllers/controller-manager/start-status-label-controller.ts";
import { createMachineRecord } from "#garden/gardener/controllers/machines/machine-record.ts";
import { startMaintenanceController } from "#garden/gardener/controllers/maintenance/start-maintenance-controller.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { shootVersionsOf } from "#lib/policy/maintenance/version-state.ts";
import { createRandom } from "#lib/random.ts";
import { type RandomLandscape, randomLandscapeStart } from "./random-landscape.fixture.ts";
import { createSmallGarden } from "./small-garden.fixture.ts";

/** A version update of a component that took place; `at` is in epoch milliseconds. */
export interface SimulatedUpdate {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/** A failed maintenance run, complete or partial, as reported in the status. */
export interface SimulatedRunFailure {
  readonly at: number;
  readonly reason: string;
}

export interface SimulatedShoot {
  /** Updates by component: the control plane first, then for each pool its Kubernetes version and its machine image. */
  readonly lanes: readonly (readonly SimulatedUpdate[])[];
  readonly failures: readonly SimulatedRunFailure[];
  readonly last: Shoot;
}

/** Simulates some days of a landscape in the embedded garden, with a gardenlet whose flows take no time. */
export async function simulateLandscapeDays(
  landscape: RandomLandscape,
  { seed, days }: { readonly seed: number; readonly days: number },
): Promise<{ readonly shoots: ReadonlyMap<string, SimulatedShoot>; readonly faults: readonly unknown[] }> {
  const { api, clock } = createSmallGarden(randomLandscapeStart, landscape.objects);
  const faults: unknown[] = [];
  const onFault = (fault: unknown): unknown => faults.push(fault);
  const stopping = new AbortController();
  const context: ControllerContext = {
    api,
    client: createShootClient(api),
    clock,
    random: createRandom(seed, "life"),
    pace: 1000,
    release: undefined,
    signal: stopping.signal,
    nextEvent: () => Promise.resolve(),
    recorder: createEventRecorder(api, clock, onFault),
    machines: createMachineRecord(),
    projectOf: (namespace) => namespace,
    drainCheckOf: () => undefined,
    shootApiUrl: ({ metadata }) => `https://${metadata.name}`,
    onFault,
    ...createErrorGuards(onFault),
  };
  const diary = keepDiary(context);
  const controllers: readonly Controller[] = [
    quickGardenlet(context),
    startMaintenanceController(context, { scheduled: true, seed }),
    startStatusLabelController(context),
  ];
  const events = followShoots(context.client, {
    onEvent: (event) => {
      for (const controller of controllers) controller.onEvent(event);
    },
    onSynced: () => {
      for (const controller of controllers) controller.onSynced?.();
    },
  });
  await clock.advance(days * dayMs);
  stopping.abort();
  events.stop();
  clock.stop();
  return { shoots: diary, faults };
}

/** Starts a fake gardenlet whose reconciliations succeed immediately. */
function quickGardenlet({ client }: ControllerContext): Controller {
  return {
    onEvent({ type, shoot }) {
      const { generation } = shoot.metadata;
      if (type === "DELETED" || generation === undefined || shoot.status?.observedGeneration === generation) return;
      client.writeStatus(shootKeyOf(shoot), ({ metadata, status }) => ({
        ...status,
        observedGeneration: metadata.generation ?? 0,
        lastOperation: { type: "Reconcile", state: "Succeeded", progress: 100 },
      }));
    },
  };
}

function keepDiary({ api, clock }: ControllerContext): ReadonlyMap<string, SimulatedShoot> {
  const diary = new Map<string, SimulatedShoot>();
  api.watch<Shoot>({ resource: shoots }, ({ object }) => {
    const { name } = object.metadata;
    const known = diary.get(name);
    const now = versionsOf(object);
    const at = clock.now().getTime();
    if (known === undefined) {
      diary.set(name, { lanes: now.map(() => []), failures: [], last: object });
      return;
    }
    const before = versionsOf(known.last);
    const lanes = known.lanes.map((steps, lane) => {
      const [from = "", to = ""] = [before[lane], now[lane]];
      return from === to ? steps : [...steps, { from, to, at }];
    });
    diary.set(name, { lanes, failures: withFailure(known, object, at), last: object });
  });
  return diary;
}

function withFailure(known: SimulatedShoot, { status }: Shoot, at: number): readonly SimulatedRunFailure[] {
  const { lastMaintenance } = status ?? {};
  const isNew = lastMaintenance?.triggeredTime !== known.last.status?.lastMaintenance?.triggeredTime;
  if (!isNew || lastMaintenance?.state !== "Failed") return known.failures;
  return [...known.failures, { at, reason: lastMaintenance.failureReason ?? "" }];
}

function versionsOf({ spec }: Shoot): readonly string[] {
  const { kubernetes, pools } = shootVersionsOf(spec);
  return [kubernetes, ...pools.flatMap((pool) => [pool.kubernetes ?? kubernetes, pool.image])];
}
