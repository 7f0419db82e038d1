import type { OneStepRotation, Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import {
  familyRotationOf,
  isInDeletion,
  isKubernetesAtLeast,
  isPhasedFamily,
  isRotationPhase,
  type PhasedFamily,
  pendingInPlacePools,
  phaseOf,
  type RotationFamily,
  type RotationPhase,
  type RotationUserAction,
  userActionOfRotation,
} from "./families.ts";

/** Steps of a credential rotation, for display. */
export const rotationSteps = [
  "idle",
  "preparing",
  "waiting-for-pools",
  "ready-to-complete",
  "completing",
  "done",
  "unrecognised",
] as const;
export type RotationProgressStep = (typeof rotationSteps)[number];

/** Whether the user rotates a credential of this Shoot in two steps (start and complete) or in one. */
export type RotationStepCount = "two-step" | "one-step";

export interface RotationProgress {
  readonly family: RotationFamily;
  readonly manner: RotationStepCount;
  readonly step: RotationProgressStep;
  /** The rotation phase as received; empty for credentials without phases. */
  readonly phase: string;
  readonly turn: "You" | "Gardener" | "Nobody";
  /** The action that the rotation requires of the user; absent when the user does not have to act. */
  readonly wait?: RotationUserAction;
  /** Pools that have not been rolled yet in this rotation. */
  readonly pendingPools: readonly string[];
  /** Share of rolled pools, 0 to 1, while pools are rolled one by one. */
  readonly rolledShare?: number;
  /** Since when the rotation is in this step, RFC 3339. */
  readonly since?: string;
  readonly forSeconds?: number;
  /** When the last rotation was completed, RFC 3339; absent when there was none. */
  readonly lastCompletedAt?: string;
}

const stepsByPhase: Readonly<Record<RotationPhase, RotationProgressStep>> = {
  "": "idle",
  Preparing: "preparing",
  PreparingWithoutWorkersRollout: "preparing",
  WaitingForWorkersRollout: "waiting-for-pools",
  Prepared: "ready-to-complete",
  Completing: "completing",
  Completed: "done",
};

function stepOf(phase: string): RotationProgressStep {
  return isRotationPhase(phase) ? stepsByPhase[phase] : "unrecognised";
}

function sincePhase(shoot: Shoot, family: PhasedFamily, step: RotationProgressStep): string | null | undefined {
  const rotation = familyRotationOf(shoot, family);
  switch (step) {
    case "idle":
      return undefined;
    case "ready-to-complete":
      return rotation?.lastInitiationFinishedTime ?? rotation?.lastInitiationTime;
    case "completing":
      return rotation?.lastCompletionTriggeredTime;
    case "done":
      return rotation?.lastCompletionTime;
    default:
      return rotation?.lastInitiationTime;
  }
}

function lasting(since: string | null | undefined, nowMs: number): Pick<RotationProgress, "since" | "forSeconds"> {
  const sinceMs = parseInstant(since);
  if (!since || sinceMs === undefined) return {};
  return { since, forSeconds: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)) };
}

function turnOfStep(step: RotationProgressStep, wait: RotationUserAction | undefined): RotationProgress["turn"] {
  if (wait) return "You";
  return step === "idle" || step === "done" || step === "unrecognised" ? "Nobody" : "Gardener";
}

function pendingPoolsOf(shoot: Shoot, family: PhasedFamily, wait: RotationUserAction | undefined): readonly string[] {
  if (wait === "select-nodes") return pendingInPlacePools(shoot).manual;
  return (familyRotationOf(shoot, family)?.pendingWorkersRollouts ?? []).map(({ name }) => name);
}

function phasedProgress(shoot: Shoot, family: PhasedFamily, nowMs: number): RotationProgress {
  const phase = phaseOf(shoot, family);
  const step = stepOf(phase);
  const wait = userActionOfRotation(shoot, family);
  const pendingPools = pendingPoolsOf(shoot, family, wait);
  const all = shoot.spec.provider?.workers?.length ?? 0;
  const rolls = step === "waiting-for-pools" && all > 0;
  const oneStep = family === "etcdEncryptionKey" && (isKubernetesAtLeast(shoot, 34) || autoCompletes(shoot));
  const lastCompletedAt = familyRotationOf(shoot, family)?.lastCompletionTime;
  return {
    family,
    manner: oneStep ? "one-step" : "two-step",
    step,
    phase,
    turn: isInDeletion(shoot) ? "Nobody" : turnOfStep(step, wait),
    ...(wait ? { wait } : {}),
    pendingPools,
    ...(rolls ? { rolledShare: Math.max(0, 1 - pendingPools.length / all) } : {}),
    ...lasting(sincePhase(shoot, family, step), nowMs),
    ...(lastCompletedAt ? { lastCompletedAt } : {}),
  };
}

function autoCompletes(shoot: Shoot): boolean {
  return shoot.status?.credentials?.rotation?.etcdEncryptionKey?.autoCompleteAfterPrepared === true;
}

/** Whether a rotation without phases (SSH, observability) is running: initiation is newer than completion. */
function isUnderWay({ lastInitiationTime, lastCompletionTime }: OneStepRotation): boolean {
  const begunMs = parseInstant(lastInitiationTime);
  const doneMs = parseInstant(lastCompletionTime);
  return begunMs !== undefined && (doneMs === undefined || begunMs > doneMs);
}

function oneStepProgress(shoot: Shoot, family: Exclude<RotationFamily, PhasedFamily>, nowMs: number): RotationProgress {
  const rotation = shoot.status?.credentials?.rotation?.[family] ?? {};
  const underWay = isUnderWay(rotation);
  const step: RotationProgressStep = underWay ? "preparing" : rotation.lastCompletionTime ? "done" : "idle";
  return {
    family,
    manner: "one-step",
    step,
    phase: "",
    turn: isInDeletion(shoot) ? "Nobody" : turnOfStep(step, undefined),
    pendingPools: [],
    ...lasting(underWay ? rotation.lastInitiationTime : rotation.lastCompletionTime, nowMs),
    ...(rotation.lastCompletionTime ? { lastCompletedAt: rotation.lastCompletionTime } : {}),
  };
}

/**
 * Progress of a credential's rotation: its step, who has to act and since when.
 *
 * @param nowMs milliseconds since 1970
 * @source Gardener docs, usage/shoot-operations/shoot_credentials_rotation
 */
export function rotationProgress(shoot: Shoot, family: RotationFamily, nowMs: number): RotationProgress {
  return isPhasedFamily(family) ? phasedProgress(shoot, family, nowMs) : oneStepProgress(shoot, family, nowMs);
}
