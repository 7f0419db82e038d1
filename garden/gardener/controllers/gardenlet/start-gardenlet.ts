import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { type GardenletDecision, gardenletDecision, isSeedStopped } from "#lib/policy/gardenlet/gardenlet-decision.ts";
import { seedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { operationType, reconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { isObserved } from "#lib/policy/status/failed-and-up-to-date.ts";
import { type Bastion, bastions, isBastionOf } from "../../kinds/bastion.ts";
import { isSilent } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createAlarms } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { planFlow, waveOf } from "../flows/plan-flow.ts";
import { createFlowSlots } from "./flow-slots.ts";
import { runFlowToEnd, startFlow } from "./one-flow.ts";
import type { FlowOutcome } from "./run-flow.ts";
import { bastionsLeftStatus, seedNotReadyStatus, skippedStatus } from "./skipped-status.ts";
import { abortedStatus, type GardenletIdentity } from "./status-writes.ts";

export interface Gardenlet extends Controller {
  /** Runs a flow as the regular sync would, if the rules allow it now and none is running. */
  sync(key: string): void;
  /** Resolves when no flow is running. */
  settle(): Promise<void>;
}

export interface GardenletOptions {
  /**
   * How to treat flows that were running or failing when the process started: continue them, as for a landscape that is
   * shown from now on; abort and restart them, as after a restart of gardenlet; or leave them.
   */
  readonly start: "go-on" | "restart" | "leave";
  readonly projectOf: (namespace: string) => string;
}

/** Maximum number of concurrent flows per seed, gardenlet's default. */
const concurrentSyncs = 20;
const firstRetryMs = 5_000;
const lastRetryMs = 5 * 60_000;
const seedCheckMs = 15_000;
/** Interval of checks whether the operator has resumed a Seed. */
const syncPeriodMs = hourMs;

/**
 * The simulated gardenlets of all seeds. Each handles Shoots that are new or have a new generation, retries after
 * errors, and makes the same decisions as Gardener's own; one flow at a time per Shoot.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot
 */
export function startGardenlet(context: ControllerContext, options: GardenletOptions): Gardenlet {
  const { api, client, clock, random, signal, machines } = context;
  const slots = createFlowSlots(concurrentSyncs);
  const alarms = createAlarms(context);
  const attempts = new Map<string, number>();
  /** Last seen generation and Seed by Shoot. Events that change neither are ignored, as by gardenlet's watch. */
  const seen = new Map<string, string>();
  let started = false;
  const nowMs = (): number => clock.now().getTime();
  // Runs within the write, not after it: a process that is killed between the two would forget pending changes.
  const stopObserving = api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
    if (type === "MODIFIED") machines.observe(object);
  });
  const stopFollowing = api.watch<Seed>({ resource: seeds }, followSilence());
  signal.addEventListener("abort", () => {
    stopObserving();
    stopFollowing();
  });

  const seedOf = ({ spec, status }: Shoot): Seed | undefined => client.seed(status?.seedName || spec.seedName || "");

  /** The gardenlet of its seed, or the one inside a self-hosted Shoot. */
  const gardenerOf = (shoot: Shoot) =>
    isSelfHosted(shoot.spec) ? shoot.status?.gardener : seedOf(shoot)?.status?.gardener;

  const decisionOn = (shoot: Shoot): GardenletDecision => {
    const version = gardenerOf(shoot)?.version;
    if (isSelfHosted(shoot.spec)) {
      const operation = operationType(shoot);
      const runs = reconcilesNow(reconcileSituation(shoot, { version }, nowMs()));
      return { outcome: runs ? "starts" : "waits-for-window", operation };
    }
    const leaves = shoot.metadata.deletionTimestamp !== undefined || operationType(shoot) === "Migrate";
    const hasBastions = leaves && api.list<Bastion>({ resource: bastions }).some((one) => isBastionOf(one, shoot));
    const seed = seedOf(shoot);
    const problem = seed && seedProblem(seed);
    const view = { version, seedEmergencyStop: isSeedStopped(seed), seedProblem: problem, bastions: hasBastions };
    return gardenletDecision(shoot, view, nowMs());
  };

  const run = (shoot: Shoot, flow: () => Promise<FlowOutcome>): void => {
    const key = shootKeyOf(shoot);
    let outcome: FlowOutcome = "failed";
    const guarded = async (): Promise<void> => {
      alarms.cancel(key);
      try {
        outcome = await flow();
      } catch (error) {
        context.onFault(error);
      }
    };
    const seed = shoot.status?.seedName || shoot.spec.seedName || "";
    slots.run({ key, seed, flow: guarded, after: () => afterFlow(key, outcome) });
  };

  const begin = (shoot: Shoot): void => {
    const key = shootKeyOf(shoot);
    const technicalID = `shoot--${options.projectOf(shoot.metadata.namespace ?? "")}--${shoot.metadata.name}`;
    const gardenlet = gardenletOf(gardenerOf(shoot));
    run(shoot, () => startFlow(context, { key, gardenlet, technicalID, machines }));
  };

  const afterFlow = (key: string, outcome: FlowOutcome): void => {
    const shoot = client.get(key);
    if (outcome === "succeeded" || !shoot) attempts.delete(key);
    if (!shoot || signal.aborted) return;
    if (!isObserved(shoot)) look(key);
    else if (outcome === "failed" && shoot.status?.lastOperation?.state === "Error") tryLater(key);
  };

  const lookAfter = (key: string, delayMs: number): void => alarms.set(key, delayMs, () => look(key));

  const tryLater = (key: string): void => {
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    lookAfter(key, Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 16)));
  };

  const look = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || signal.aborted || slots.isBusy(key) || isSilent(seedOf(shoot))) return;
    const decision = decisionOn(shoot);
    switch (decision.outcome) {
      case "starts":
        begin(shoot);
        break;
      case "gone": {
        const finalizers = (shoot.metadata.finalizers ?? []).filter((name) => name !== "gardener");
        client.writeMetadata(key, { finalizers });
        break;
      }
      case "waits-for-seed":
        client.writeStatus(key, (current) => seedNotReadyStatus(current, decision, nowMs()));
        lookAfter(key, seedCheckMs);
        break;
      case "waits-for-bastions":
        client.writeStatus(key, (current) => bastionsLeftStatus(current, decision.operation, nowMs()));
        tryLater(key);
        break;
      case "waits-for-migration-check":
      case "waits-for-destination-seed":
        tryLater(key);
        break;
      case "stopped":
        client.writeStatus(key, skippedStatus);
        lookAfter(key, syncPeriodMs);
        break;
      case "ignored":
      case "failed":
      case "waits-for-window":
        client.writeStatus(key, skippedStatus);
        break;
      case "no-seed":
      case "held-by-finalizer":
    }
  };

  const restart = (shoot: Shoot): void => {
    const key = shootKeyOf(shoot);
    const isCutOff = shoot.status?.lastOperation?.state === "Processing" && !slots.isBusy(key);
    if (isCutOff) client.writeStatus(key, (current) => abortedStatus(current, nowMs()));
    look(key);
  };

  /** Handles a Shoot that an earlier process left in some state. */
  const takeUp = (shoot: Shoot, start: GardenletOptions["start"]): void => {
    const key = shootKeyOf(shoot);
    const { state, type, description } = shoot.status?.lastOperation ?? {};
    if (start === "leave" || (state === "Succeeded" && isObserved(shoot))) return;
    if (isSilent(seedOf(shoot))) return;
    if (start === "restart") {
      restart(shoot);
      return;
    }
    const decision = decisionOn(shoot);
    if (decision.outcome === "starts" && state === "Processing" && type === decision.operation) {
      const [task = ""] = (description ?? "").split(", ");
      const from = waveOf(planFlow(shoot, type), task) ?? 0;
      run(shoot, () => runFlowToEnd(context, { key, type, from, machines }));
    } else if (decision.outcome === "starts" && isBetweenTries(state)) {
      lookAfter(key, lastRetryMs * (0.3 + random.next()));
    } else look(key);
  };

  /** Treats a gardenlet that is no longer silent as restarted. */
  function followSilence() {
    const silent = new Set<string>();
    return ({ object }: { readonly object: Seed }): void => {
      const { name } = object.metadata;
      if (isSilent(object)) silent.add(name);
      else if (silent.delete(name)) {
        queueMicrotask(() => {
          for (const shoot of client.list()) if (seedOf(shoot)?.metadata.name === name) restart(shoot);
        });
      }
    };
  }

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      if (type === "DELETED") {
        machines.forget(key);
        alarms.forget(key);
        attempts.delete(key);
        seen.delete(key);
        return;
      }
      const sight = `${shoot.metadata.generation ?? 0} ${shoot.spec.seedName ?? ""}`;
      const isNews = seen.get(key) !== sight;
      seen.set(key, sight);
      if (type === "ADDED" && shoot.status?.lastOperation?.type !== undefined) machines.recall(shoot);
      if (!isNews || slots.isBusy(key)) return;
      if (type === "ADDED" && !started) takeUp(shoot, options.start);
      else look(key);
    },
    onSynced() {
      started = true;
    },
    sync(key) {
      const shoot = client.get(key);
      if (!shoot || slots.isBusy(key) || signal.aborted || isSilent(seedOf(shoot))) return;
      if (decisionOn(shoot).outcome === "starts") begin(shoot);
    },
    settle: () => slots.settle(),
  };
}

function isBetweenTries(state: string | undefined): boolean {
  return state === "Error" || state === "Aborted" || state === "Failed";
}

function gardenletOf(gardener: Partial<GardenletIdentity> | null | undefined): GardenletIdentity {
  const { id = "gardenlet", name = "gardenlet", version = "" } = gardener ?? {};
  return { id, name, version };
}
