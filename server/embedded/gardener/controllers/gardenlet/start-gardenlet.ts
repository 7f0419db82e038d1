import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { isSeedStopped } from "#lib/policy/gardenlet/gardenlet-decision.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { operationType, reconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { keyOf } from "../client/shoot-client.ts";
import { createAlarms } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { planFlow, waveOf } from "../flows/plan-flow.ts";
import { createFlowSlots } from "./flow-slots.ts";
import { newFlow, toItsEnd } from "./one-flow.ts";
import type { FlowOutcome } from "./run-flow.ts";
import type { GardenletIdentity } from "./status-writes.ts";

export interface Gardenlet extends Controller {
  /** Runs a flow as the regular sync would, if the rules allow one now and none is under way. */
  sync(key: string): void;
  /** Resolves when no flow is left. */
  settle(): Promise<void>;
}

export interface GardenletOptions {
  /** Take up what was running or failing when the process started. */
  readonly resume: boolean;
  readonly projectOf: (namespace: string) => string;
}

/** How many flows of one seed run at the same time, as gardenlet's default has it. */
const concurrentSyncs = 20;
const firstRetryMs = 5_000;
const lastRetryMs = 5 * 60_000;

/**
 * The simulated gardenlets of all seeds: a Shoot whose generation has not been observed, or whose last flow has to be tried
 * again, gets a flow; one at a time for each Shoot.
 */
export function startGardenlet(context: ControllerContext, options: GardenletOptions): Gardenlet {
  const { client, clock, random, signal, machines } = context;
  const slots = createFlowSlots(concurrentSyncs);
  const retries = createAlarms(context);
  const attempts = new Map<string, number>();
  // With the write itself and not after it: a process that is killed between the two would forget what is pending.
  const stopObserving = context.api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
    if (type === "MODIFIED") machines.observe(object);
  });
  signal.addEventListener("abort", () => {
    stopObserving();
  });

  /** The gardenlet of its seed, or the one within a Shoot that carries its own control plane. */
  const gardenerOf = ({ spec, status }: Shoot) =>
    spec.seedName ? client.seed(spec.seedName)?.status?.gardener : status?.gardener;

  const runsNow = (shoot: Shoot): boolean => {
    if (!(shoot.spec.seedName || isSelfHosted(shoot.spec)) || signal.aborted) return false;
    const seed = client.seed(shoot.spec.seedName ?? "");
    return reconcilesNow(
      reconcileSituation(
        shoot,
        {
          version: gardenerOf(shoot)?.version ?? "",
          seedEmergencyStop: isSeedStopped(seed),
        },
        clock.now().getTime(),
      ),
    );
  };

  const run = (shoot: Shoot, flow: () => Promise<FlowOutcome>): void => {
    const key = keyOf(shoot);
    let outcome: FlowOutcome = "failed";
    const guarded = async (): Promise<void> => {
      retries.cancel(key);
      try {
        outcome = await flow();
      } catch (error) {
        context.onFault(error);
      }
    };
    slots.run({ key, seed: shoot.spec.seedName ?? "", flow: guarded, after: () => afterFlow(key, outcome) });
  };

  const begin = (shoot: Shoot): void => {
    const key = keyOf(shoot);
    const technicalID = `shoot--${options.projectOf(shoot.metadata.namespace ?? "")}--${shoot.metadata.name}`;
    const gardenlet = gardenletOf(gardenerOf(shoot));
    run(shoot, () => newFlow(context, { key, gardenlet, technicalID, machines }));
  };

  const afterFlow = (key: string, outcome: FlowOutcome): void => {
    const shoot = client.get(key);
    if (outcome === "succeeded" || !shoot) attempts.delete(key);
    if (!shoot) retries.forget(key);
    if (!shoot || signal.aborted) return;
    if (isUnseen(shoot) && runsNow(shoot)) begin(shoot);
    else if (outcome === "failed" && shoot.status?.lastOperation?.state === "Error") retryLater(key);
  };

  const retryLater = (key: string, delayMs?: number): void => {
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const backoffMs = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 16));
    retries.set(key, delayMs ?? backoffMs, () => {
      const shoot = client.get(key);
      if (shoot && runsNow(shoot)) begin(shoot);
    });
  };

  /** What the last process left behind: goes on with a flow in its wave, and tries an error again after a while. */
  const resume = (shoot: Shoot): void => {
    const { state, type, description } = shoot.status?.lastOperation ?? {};
    if (!type || !runsNow(shoot)) return;
    if (state === "Processing" && operationType(shoot) === type) {
      const [task = ""] = (description ?? "").split(", ");
      const from = waveOf(planFlow(shoot, type), task) ?? 0;
      run(shoot, () => toItsEnd(context, { key: keyOf(shoot), type, from, machines }));
    } else if (state === "Error") {
      retryLater(keyOf(shoot), lastRetryMs * (0.3 + random.next()));
    }
  };

  return {
    onEvent({ type, shoot }) {
      if (type === "DELETED") machines.forget(keyOf(shoot));
      else if (type === "ADDED" && shoot.status?.lastOperation?.type !== undefined) machines.recall(shoot);
      if (type === "DELETED" || slots.isBusy(keyOf(shoot))) return;
      if (isUnseen(shoot) && runsNow(shoot)) begin(shoot);
      else if (type === "ADDED" && options.resume) resume(shoot);
    },
    sync(key) {
      const shoot = client.get(key);
      if (shoot && !slots.isBusy(key) && runsNow(shoot)) begin(shoot);
    },
    settle: () => slots.settle(),
  };
}

function isUnseen({ metadata, status }: Shoot): boolean {
  return (metadata.generation ?? 0) !== (status?.observedGeneration ?? 0);
}

function gardenletOf(gardener: Partial<GardenletIdentity> | null | undefined): GardenletIdentity {
  const { id = "gardenlet", name = "gardenlet", version = "" } = gardener ?? {};
  return { id, name, version };
}
