import type { Shoot } from "#lib/garden/shoot.ts";
import { readLifetime } from "../controllers/lifetime.ts";
import { findLifetimeRejection } from "../controllers/lifetime-rejection.ts";
import { type GardenerRules, newestRules } from "../editions/gardener-rules.ts";
import { type GardenletDecision, predictGardenletDecision } from "../gardenlet/predict-gardenlet-decision.ts";
import { isDeleting } from "../maintenance/run-due.ts";
import { annotationOf, annotations, normalisedOperations } from "../operations/annotations.ts";
import { type DueRotation, dueRotations } from "../operations/auto-rotation.ts";
import { isSpecFrozenByMigration } from "../operations/hibernation.ts";
import { annotationsOfRun } from "../operations/maintenance-operations.ts";
import type { OperationReason } from "../operations/reasons.ts";
import { shootFacts } from "../operations/shoot-facts.ts";
import { validateOperationsOnUpdate } from "../operations/validate-operations.ts";
import { isGenerationObserved, isRetriedByControllerManager } from "../status/failed-and-up-to-date.ts";
import { isTruthy } from "../status/truthy.ts";
import { forecastSchedules } from "./forecast-schedules.ts";
import { type DiagnosisContext, gardenletDecisionContextOf } from "./next-view.ts";
import { type ReconcileBlocker, readIgnoreStatus, reconcileBlockerOf } from "./reconcile-blocker.ts";

/** When maintenance runs begin: [beginAt, usableEndAt), in milliseconds since 1970. */
export interface RunStartInterval {
  readonly beginAt: number;
  readonly usableEndAt: number;
}

/** Facts besides the Shoot that are needed to predict its next maintenance window. */
export interface WindowFacts {
  readonly view: DiagnosisContext;
  readonly rules?: GardenerRules;
  /** Whether the maintenance run changes a version in the spec. */
  readonly steps: "certain" | "possible" | "none";
  /** Whether spec changes wait for the maintenance window. */
  readonly changesHeld: boolean;
  readonly nowMs: number;
}

/** How gardenlet reacts to a maintenance run. */
export type WindowRollout =
  | { readonly id: "reconciles" }
  /** It currently fails, and is retried before the window; no operation is set only if that fails as well. */
  | { readonly id: "reconciles-unless-failed" }
  /** The run sets `retry`, because an annotation requests it. */
  | { readonly id: "retries" }
  /** The new version in the spec triggers gardenlet, although no retry is set. */
  | { readonly id: "retries-by-version"; readonly certain: boolean }
  /** Nothing triggers gardenlet; a new version is only written. */
  | { readonly id: "stays-failed" }
  | { readonly id: "sets-no-operation" }
  /** gardenlet starts nothing before its Seed is ready, or before the control plane can move to another. */
  | { readonly id: "waits"; readonly until: "seed-ready" | "moved" }
  /** Nothing is carried out while the hold lasts. */
  | { readonly id: "held"; readonly hold: ReconcileBlocker };

export interface PlannedWindowRun {
  readonly outcome: "runs";
  /** Why the API server would reject the whole maintenance run while the reason lasts; undefined if it would not. */
  readonly refused: OperationReason | undefined;
  readonly rollout: WindowRollout;
  /** Whether the cluster has the ignore annotation, which only applies if the operator has enabled it. */
  readonly perhapsIgnored: boolean;
  /** When waiting spec changes are rolled out: with the run in the window, or now already. */
  readonly changes: "with-the-run" | "now" | "none";
  /** Operations planned for the window; they keep waiting when the maintenance run sets none. */
  readonly scheduled: readonly string[];
  readonly rotations: readonly WindowRotation[];
  /** When Gardener deletes the cluster during the window, in milliseconds since 1970. */
  readonly endsAt: number | undefined;
}

/** A credential that is due for rotation in the window; `certain` is false when that depends on the time of the run. */
export type WindowRotation = DueRotation & { readonly certain: boolean };

/** Prediction for the next maintenance window in the current state, except for version updates. */
export type WindowForecast =
  | { readonly outcome: "none"; readonly because: "deleting" }
  /** Gardener deletes the cluster earlier, because its lifetime ends; milliseconds since 1970. */
  | { readonly outcome: "none"; readonly because: "lifetime-ends"; readonly at: number }
  | PlannedWindowRun;

function rotationsOf(shoot: Shoot, span: RunStartInterval, facts: WindowFacts): readonly WindowRotation[] {
  const dueAt = (at: number) => dueRotations(asleepOrAwakeAt(shoot, at, facts), at, facts.rules);
  const certain = new Set(dueAt(span.beginAt).map(({ family, outcome }) => `${family} ${outcome}`));
  return dueAt(span.usableEndAt).map((due) => ({ ...due, certain: certain.has(`${due.family} ${due.outcome}`) }));
}

/** The Shoot at a later time, hibernated or awake as its schedules will have left it, without transitional states. */
function asleepOrAwakeAt(shoot: Shoot, at: number, { view, nowMs }: WindowFacts): Shoot {
  const outlook = forecastSchedules(shoot, {}, nowMs);
  if (outlook.state !== "planned") return shoot;
  const sleepsAt = outlook.hibernateRefused.length === 0 ? (outlook.hibernateMs ?? at) : at;
  const wakesAt = outlook.wakeUpRefused.length === 0 ? (outlook.wakeUpMs ?? at) : at;
  if (sleepsAt >= at && wakesAt >= at) return shoot;
  const enabled = wakesAt >= at || (sleepsAt < at && sleepsAt > wakesAt);
  const { spec, status } = shoot;
  return {
    ...shoot,
    spec: { ...spec, hibernation: { ...spec.hibernation, enabled } },
    status: reconcileBlockerOf(shoot, view) ? (status ?? null) : { ...status, hibernated: enabled },
  };
}

/**
 * Why the API server would reject the operations that a maintenance run sets, given the current Shoot; for example an
 * etcd key rotation while the cluster wakes up. An operation that runs now will be over by then, and is no reason.
 */
function refusalOf(shoot: Shoot, at: number, rules: GardenerRules): OperationReason | undefined {
  const facts = shootFacts(shoot, rules);
  if (isSpecFrozenByMigration(facts)) return { id: "migration-or-restore" };
  const metadata = { ...shoot.metadata, annotations: annotationsOfRun(shoot, at, rules) };
  return validateOperationsOnUpdate({ ...shoot, metadata }, rules)
    .map(({ reason }) => reason)
    .find(({ id }) => id !== "last-operation-not-ready");
}

const waitsToMove: ReadonlySet<GardenletDecision["outcome"]> = new Set([
  "waits-for-migration-check",
  "waits-for-destination-seed",
]);

function rolloutOf(shoot: Shoot, { view, steps, nowMs }: WindowFacts): WindowRollout {
  const hold = reconcileBlockerOf(shoot, view);
  if (hold) return { id: "held", hold };
  const { lastOperation } = shoot.status ?? {};
  if (!lastOperation) return { id: "sets-no-operation" };
  const { outcome } = predictGardenletDecision(shoot, gardenletDecisionContextOf(shoot, view), nowMs);
  if (waitsToMove.has(outcome)) return { id: "waits", until: "moved" };
  const stays = outcome === "failed";
  if (view.seed?.problem !== undefined && !stays) return { id: "waits", until: "seed-ready" };
  if (lastOperation.state !== "Failed") return { id: "reconciles" };
  if (!stays || isRetriedByControllerManager(shoot)) return { id: "reconciles-unless-failed" };
  if (isTruthy(annotationOf(shoot, annotations.needsRetry))) return { id: "retries" };
  const confined = shoot.spec.maintenance?.confineSpecUpdateRollout === true;
  if (steps === "none" || confined) return { id: "stays-failed" };
  return { id: "retries-by-version", certain: steps === "certain" };
}

function changesOf(shoot: Shoot, { changesHeld }: WindowFacts): PlannedWindowRun["changes"] {
  if (shoot.spec.maintenance?.confineSpecUpdateRollout !== true) return "none";
  if (!isGenerationObserved(shoot)) return "now";
  return changesHeld ? "with-the-run" : "none";
}

function scheduledOf(shoot: Shoot): readonly string[] {
  const planned = normalisedOperations(annotationOf(shoot, annotations.maintenanceOperation));
  return planned.filter((operation) => operation !== "" && operation !== "reconcile");
}

/**
 * Predicts the next maintenance window in the current state: whether a run takes place, whether the garden accepts it,
 * what it sets besides versions, and whether gardenlet carries it out.
 *
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance, pkg/gardenlet/controller/shoot/shoot
 */
export function forecastWindow(shoot: Shoot, span: RunStartInterval, facts: WindowFacts): WindowForecast {
  if (isDeleting(shoot)) return { outcome: "none", because: "deleting" };
  const lifetime = readLifetime(shoot);
  const endsAt = lifetime.state === "ends" && findLifetimeRejection(shoot) === undefined ? lifetime.endsAt : undefined;
  if (endsAt !== undefined && endsAt <= span.beginAt) return { outcome: "none", because: "lifetime-ends", at: endsAt };
  const { rules = newestRules } = facts;
  const setsOperations = shoot.status?.lastOperation && shoot.status.lastOperation.state !== "Failed";
  return {
    outcome: "runs",
    refused: refusalOf(asleepOrAwakeAt(shoot, span.usableEndAt, facts), span.usableEndAt, rules),
    rollout: rolloutOf(shoot, facts),
    perhapsIgnored: readIgnoreStatus(shoot) === "perhaps",
    changes: changesOf(shoot, facts),
    scheduled: scheduledOf(shoot),
    rotations: setsOperations ? rotationsOf(shoot, span, facts) : [],
    endsAt: endsAt !== undefined && endsAt < span.usableEndAt ? endsAt : undefined,
  };
}
