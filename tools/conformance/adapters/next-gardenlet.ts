import type { Seed } from "#lib/garden/seed.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { durationSeconds } from "#lib/kube/go-duration.ts";
import { formatInstant } from "#lib/kube/instant.ts";
import { nextReconcileAfterGardenletStart, nextRegularReconcile } from "#lib/policy/gardenlet/gardenlet-timing.ts";
import {
  type GardenletDecision,
  isReconciliationDisabledOnSeed,
  predictGardenletDecision,
} from "#lib/policy/gardenlet/predict-gardenlet-decision.ts";
import { findSeedProblem } from "#lib/policy/gardenlet/seed-readiness.ts";
import type { NextRunInterval } from "#lib/policy/maintenance/next-window.ts";
import { annotationOf, annotations, parseOperations } from "#lib/policy/operations/annotations.ts";
import { findHibernationChangeRejections, frozenSpecReasons } from "#lib/policy/operations/hibernation.ts";
import { type GardenletFacts, reconcileSituation, reconcilesNow } from "#lib/policy/operations/operation-type.ts";
import { shootFacts } from "#lib/policy/operations/shoot-facts.ts";
import { prepareUpdate } from "#lib/policy/operations/strategy.ts";
import { outcomeOfFailedFlow } from "#lib/policy/status/operation-outcome.ts";
import { isTruthy } from "#lib/policy/status/truthy.ts";
import { createVectorAdapter, type VectorAdapters } from "../vector/adapter.ts";
import { nowOfVector } from "../vector/now-of-vector.ts";

/** Configuration of the gardenlet with which the test vectors were recorded. */
const identity = { id: "g", name: "gardenlet-0", version: "v1.150.0" };

export interface GardenletConfig {
  readonly reconcileInMaintenanceOnly?: boolean;
  readonly respectSyncPeriodOverwrite?: boolean;
  readonly retryDuration?: string;
  readonly syncPeriod?: string;
}

interface GardenletInput {
  readonly shoot: Shoot;
  readonly seed?: Seed;
  readonly gardenlet?: GardenletConfig;
  readonly bastions?: boolean;
}

export function gardenletFacts({ gardenlet, seed }: Pick<GardenletInput, "gardenlet" | "seed">): GardenletFacts {
  const seconds = durationSeconds(gardenlet?.syncPeriod ?? "1h");
  return {
    version: identity.version,
    seedEmergencyStop: isReconciliationDisabledOnSeed(seed),
    maintenanceOnly: gardenlet?.reconcileInMaintenanceOnly,
    respectsIgnore: gardenlet?.respectSyncPeriodOverwrite,
    syncPeriodMs: (seconds ?? 0) * 1000,
  };
}

function span(run: NextRunInterval | undefined) {
  return run ? { from: formatInstant(run.fromAt), to: formatInstant(run.untilAt) } : null;
}

const stopped = "Shoot reconciliation blocked by Seed emergency switch";
const leftAlone = "Shoot is failed or ignored.";
const outsideWindow =
  "Shoot is not in its effective maintenance time window or was already reconciled during this time window.";

const reconcile = createVectorAdapter<GardenletInput>((input, vector) => {
  const { shoot } = input;
  const nowMs = nowOfVector({}, vector);
  const gardenlet = gardenletFacts(input);
  const situation = reconcileSituation(shoot, gardenlet, nowMs);
  const onlySyncs = situation.failedAndUpToDate || situation.ignored;
  const now = reconcilesNow(situation);
  return {
    operation: situation.operationType,
    now,
    why: now ? "" : situation.seedEmergencyStop ? stopped : onlySyncs ? leftAlone : outsideWindow,
    onlySyncs,
    afterGardenletStart: span(nextReconcileAfterGardenletStart(shoot, gardenlet, nowMs)),
    regularly: span(nextRegularReconcile(shoot, gardenlet, nowMs)),
  };
});

/** Last operation after one reconciliation by gardenlet; null if a flow starts, which test vectors do not follow. */
function lastOperationAfter(input: GardenletInput, decision: GardenletDecision, nowMs: number) {
  const { status } = input.shoot;
  const { type = null, state = null } = status?.lastOperation ?? {};
  switch (decision.outcome) {
    case "starts":
      return { operation: decision.operation, state: null };
    case "waits-for-seed":
      return { operation: decision.operation, state: "Error" };
    case "gone":
      return { operation: "Delete", state: "Succeeded" };
    case "waits-for-bastions": {
      const annotation = annotationOf(input.shoot, annotations.confirmForceDeletion);
      // Gardenlet first requests the deletion of Bastions and writes no status.
      if (decision.operation === "Delete" && isTruthy(annotation)) return { operation: type, state };
      const seconds = durationSeconds(input.gardenlet?.retryDuration ?? "12h");
      const flow = { lastErrors: status?.lastErrors, retryCycleStartTime: status?.retryCycleStartTime };
      const { state: failed } = outcomeOfFailedFlow({ ...flow, retryDurationMs: (seconds ?? 0) * 1000 }, nowMs);
      return { operation: decision.operation, state: failed };
    }
    case "stopped":
    case "ignored":
    case "failed":
    case "waits-for-window":
      return status?.lastOperation ? { operation: type, state } : { operation: null, state: "Pending" };
    default:
      return { operation: type, state };
  }
}

function outcomeOf({ outcome }: GardenletDecision, { shoot }: GardenletInput): string {
  switch (outcome) {
    case "stopped":
    case "ignored":
    case "failed":
    case "waits-for-window":
      return shoot.status?.lastOperation ? "nothing" : "pending";
    case "no-seed":
    case "held-by-finalizer":
      return "nothing";
    default:
      return outcome;
  }
}

const decision = createVectorAdapter<GardenletInput>((input, vector) => {
  const { shoot, seed, bastions } = input;
  const nowMs = nowOfVector({}, vector);
  const ownSeed = shoot.status?.seedName || shoot.spec.seedName;
  const { type = null, state = null } = shoot.status?.lastOperation ?? {};
  if (ownSeed !== "own-seed") return { outcome: "nothing", operation: type, state, checksAgain: null };
  const problem = seed && findSeedProblem(seed, identity);
  const made = predictGardenletDecision(shoot, { ...gardenletFacts(input), seedProblem: problem, bastions }, nowMs);
  const asksAgain = made.outcome === "stopped" || made.outcome === "waits-for-window";
  const checksAgain = asksAgain && nextRegularReconcile(shoot, gardenletFacts(input), nowMs) !== undefined;
  return {
    outcome: outcomeOf(made, input),
    ...lastOperationAfter(input, made, nowMs),
    checksAgain: checksAgain || null,
  };
});

interface Change {
  readonly version?: string;
  readonly hibernate?: boolean;
  readonly schedules?: string;
  readonly operation?: string;
}

function changed(shoot: Shoot, { version, hibernate, schedules, operation }: Change): Shoot {
  const { metadata, spec } = shoot;
  const hibernation = {
    ...spec.hibernation,
    ...(hibernate === undefined ? {} : { enabled: hibernate }),
    ...(schedules === undefined ? {} : { schedules: [{ start: schedules }] }),
  };
  return {
    ...shoot,
    metadata: {
      ...metadata,
      ...(operation === undefined
        ? {}
        : { annotations: { ...metadata.annotations, [annotations.operation]: operation } }),
    },
    spec: {
      ...spec,
      kubernetes: { ...spec.kubernetes, version: version ?? spec.kubernetes.version },
      ...(hibernate === undefined && schedules === undefined ? {} : { hibernation }),
    },
  };
}

interface GenerationInput {
  readonly shoot: Shoot;
  readonly change: Change;
  readonly respectSyncPeriodOverwrite?: boolean;
}

const generation = createVectorAdapter<GenerationInput>((input, vector) => {
  const { shoot, change, respectSyncPeriodOverwrite } = input;
  const update = prepareUpdate(shoot, changed(shoot, change));
  const grows = update.generationDelta === 1;
  const { metadata } = update.shoot;
  const after = {
    ...update.shoot,
    metadata: { ...metadata, generation: (metadata.generation ?? 0) + update.generationDelta },
  };
  const facts = gardenletFacts({ gardenlet: { respectSyncPeriodOverwrite: respectSyncPeriodOverwrite === true } });
  const starts = reconcilesNow(reconcileSituation(after, facts, nowOfVector({}, vector)));
  return {
    generationGrows: grows,
    operationLeft: parseOperations(annotationOf(after, annotations.operation)),
    gardenletSeesIt: grows,
    gardenletWouldStart: grows && starts,
  };
  // The API server leaves operations in a random order.
}, "sets");

const refusedByRotation: ReadonlySet<string> = new Set([
  "etcd-encryption-key-rotation",
  "service-account-key-rotation",
  "encryption-config-rolling-out",
]);

const sleepRefused = createVectorAdapter<{ readonly shoot: Shoot; readonly enabled: boolean }>(({ shoot, enabled }) => {
  if (enabled === shoot.spec.hibernation?.enabled) {
    return { byRotation: false, byConstraint: false, byMove: false };
  }
  const facts = shootFacts(shoot);
  const reasons = (enabled ? findHibernationChangeRejections(facts) : frozenSpecReasons(facts)).map(({ id }) => id);
  return {
    byRotation: reasons.some((id) => refusedByRotation.has(id)),
    byConstraint: reasons.includes("hibernation-possible-constraint"),
    byMove: reasons.includes("migration-or-restore"),
  };
});

export const nextGardenletAdapters: VectorAdapters = {
  "next-reconcile": reconcile,
  "next-reconcile-hand": reconcile,
  "next-gardenlet": decision,
  "next-generation": generation,
  "next-sleep-refused": sleepRefused,
};
