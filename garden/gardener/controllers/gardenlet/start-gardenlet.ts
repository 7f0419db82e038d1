import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { seeds, shoots } from "#lib/kube/resource.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import {
  type GardenletDecision,
  isReconciliationDisabledOnSeed,
  predictGardenletDecision,
} from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { findSeedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import { isSelfHosted } from "#lib/policy/maintenance/control-plane-pools.ts";
import { operationType, reconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { isGenerationObserved } from "#lib/policy/status/failed-and-up-to-date.ts";
import { type Bastion, bastionResource, isBastionOf } from "../../kinds/bastion.ts";
import { isGardenletSilent } from "../client/injected-failures.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { planFlow, waveIndexOfTask } from "../flows/plan-flow.ts";
import { createFlowSlots } from "./flow-slots.ts";
import { runFlowToEnd, startFlow } from "./one-flow.ts";
import type { FlowOutcome } from "./run-flow.ts";
import { remainingBastionsStatus, seedNotReadyStatus, statusBeforeFirstFlow } from "./skipped-status.ts";
import { flowAbortedStatus, type GardenletIdentity } from "./status-writes.ts";

export interface Gardenlet extends Controller {
  /** Starts a regular reconciliation, unless a flow is running or the rules of gardenlet forbid it now. */
  sync(key: string): void;
  /** Resolves when no flow is running. */
  settle(): Promise<void>;
}

export interface GardenletOptions {
  /**
   * What happens to flows that were running or failing when the process started: "go-on" continues them, "restart"
   * aborts and restarts them like a restarted gardenlet, "leave" does not touch them.
   */
  readonly start: "go-on" | "restart" | "leave";
}

/** Maximum number of concurrent flows per seed, gardenlet's default. */
const concurrentSyncs = 20;
const firstRetryMs = 5_000;
const lastRetryMs = 5 * 60_000;
const seedCheckMs = 15_000;
/** Interval of checks whether an operator has ended the emergency stop of a Seed. */
const syncPeriodMs = hourMs;

/**
 * Starts the simulated gardenlets of all Seeds. A gardenlet reconciles Shoots that are new or have a new generation,
 * and retries after errors, with one flow at a time per Shoot.
 * @source Gardener: pkg/gardenlet/controller/shoot/shoot
 */
export function startGardenlet(context: ControllerContext, options: GardenletOptions): Gardenlet {
  const { api, client, clock, random, signal, machines } = context;
  const slots = createFlowSlots(concurrentSyncs);
  const alarms = createKeyedTimers(context);
  const attempts = new Map<string, number>();
  /** Last seen generation and Seed by Shoot. Watch events that change neither are ignored, as by the real gardenlet. */
  const seen = new Map<string, string>();
  let started = false;
  const nowMs = (): number => clock.now().getTime();
  // Runs during the write, not after it, so that the changes are not lost if the process is killed after the write.
  const stopObserving = api.watch<Shoot>({ resource: shoots }, ({ type, object }) => {
    if (type === "MODIFIED") machines.observe(object);
  });
  const stopFollowing = api.watch<Seed>({ resource: seeds }, followSilence());
  signal.addEventListener("abort", () => {
    stopObserving();
    stopFollowing();
  });

  const seedOf = ({ spec, status }: Shoot): Seed | undefined => client.seed(status?.seedName || spec.seedName || "");

  /** The gardenlet of the Shoot's Seed, or the one inside a self-hosted Shoot. */
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
    const hasBastions =
      leaves && api.list<Bastion>({ resource: bastionResource }).some((one) => isBastionOf(one, shoot));
    const seed = seedOf(shoot);
    const problem = seed && findSeedProblem(seed);
    const view = {
      version,
      seedEmergencyStop: isReconciliationDisabledOnSeed(seed),
      seedProblem: problem,
      bastions: hasBastions,
    };
    return predictGardenletDecision(shoot, view, nowMs());
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
    const technicalID = `shoot--${context.projectOf(shoot.metadata.namespace ?? "")}--${shoot.metadata.name}`;
    const gardenlet = gardenletOf(gardenerOf(shoot));
    run(shoot, () => startFlow(context, { key, gardenlet, technicalID, machines }));
  };

  const afterFlow = (key: string, outcome: FlowOutcome): void => {
    const shoot = client.get(key);
    if (outcome === "succeeded" || !shoot) attempts.delete(key);
    if (!shoot || signal.aborted) return;
    if (!isGenerationObserved(shoot)) look(key);
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
    if (!shoot || signal.aborted || slots.isBusy(key) || isGardenletSilent(seedOf(shoot))) return;
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
        client.writeStatus(key, (current) => remainingBastionsStatus(current, decision.operation, nowMs()));
        tryLater(key);
        break;
      case "waits-for-migration-check":
      case "waits-for-destination-seed":
        tryLater(key);
        break;
      case "stopped":
        client.writeStatus(key, statusBeforeFirstFlow);
        lookAfter(key, syncPeriodMs);
        break;
      case "ignored":
      case "failed":
      case "waits-for-window":
        client.writeStatus(key, statusBeforeFirstFlow);
        break;
      case "no-seed":
      case "held-by-finalizer":
    }
  };

  const restart = (shoot: Shoot): void => {
    const key = shootKeyOf(shoot);
    const isCutOff = shoot.status?.lastOperation?.state === "Processing" && !slots.isBusy(key);
    if (isCutOff) client.writeStatus(key, (current) => flowAbortedStatus(current, nowMs()));
    look(key);
  };

  /** Resumes, restarts or ignores the flow of a Shoot that exists when the process starts. */
  const takeUp = (shoot: Shoot, start: GardenletOptions["start"]): void => {
    const key = shootKeyOf(shoot);
    const { state, type, description } = shoot.status?.lastOperation ?? {};
    if (start === "leave" || (state === "Succeeded" && isGenerationObserved(shoot))) return;
    if (isGardenletSilent(seedOf(shoot))) return;
    if (start === "restart") {
      restart(shoot);
      return;
    }
    const decision = decisionOn(shoot);
    if (decision.outcome === "starts" && state === "Processing" && type === decision.operation) {
      const [task = ""] = (description ?? "").split(", ");
      const from = waveIndexOfTask(planFlow(shoot, type), task) ?? 0;
      run(shoot, () => runFlowToEnd(context, { key, type, from, machines }));
    } else if (decision.outcome === "starts" && isBetweenTries(state)) {
      lookAfter(key, lastRetryMs * (0.3 + random.next()));
    } else look(key);
  };

  /** Restarts the flows of a Seed when its gardenlet is no longer silent. */
  function followSilence() {
    const silent = new Set<string>();
    return ({ object }: { readonly object: Seed }): void => {
      const { name } = object.metadata;
      if (isGardenletSilent(object)) silent.add(name);
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
      if (!shoot || slots.isBusy(key) || signal.aborted || isGardenletSilent(seedOf(shoot))) return;
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
