import type { OneStepRotation, Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { type RotationProgress, rotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import type { RotationScope } from "./rotation-scope.ts";
import {
  type RotationScopeProgress,
  type RotationScopeStep,
  type RotationStepId,
  rotationStepTitles,
  unknownRotationPhasesOf,
} from "./rotation-scope-step.ts";

type OneStepScope = Extract<RotationScope, "etcdEncryptionKey" | "sshKeypair" | "observability" | "kubeconfig">;

/** Time for which a finished rotation is shown as done. */
const shownMs = dayMs;
const oneStepOrder = ["start", "running", "done"] as const satisfies readonly RotationStepId[];

interface ScopeStatus {
  readonly current: (typeof oneStepOrder)[number];
  readonly since?: string | undefined;
  readonly families: readonly RotationProgress[];
}

/** Rotation status of the static kubeconfig in older releases: two times and no phase, so it is no rotation family. */
function kubeconfigStatus(rotation: OneStepRotation | null | undefined, nowMs: number): ScopeStatus {
  const begunMs = parseInstant(rotation?.lastInitiationTime);
  const doneMs = parseInstant(rotation?.lastCompletionTime);
  if (begunMs !== undefined && (doneMs === undefined || doneMs < begunMs)) {
    return { current: "running", since: rotation?.lastInitiationTime ?? "", families: [] };
  }
  if (doneMs === undefined || nowMs - doneMs > shownMs) return { current: "start", families: [] };
  return { current: "done", since: rotation?.lastCompletionTime ?? "", families: [] };
}

function statusOf(shoot: Shoot, scope: OneStepScope, nowMs: number): ScopeStatus {
  if (scope === "kubeconfig") return kubeconfigStatus(shoot.status?.credentials?.rotation?.kubeconfig, nowMs);
  const progress = rotationProgress(shoot, scope, nowMs);
  const { step, since, lastCompletedAt } = progress;
  const families = [progress];
  if (step !== "idle" && step !== "done" && step !== "unrecognised") {
    return { current: "running", since, families };
  }
  const doneMs = parseInstant(lastCompletedAt);
  const fresh = step === "done" && doneMs !== undefined && nowMs - doneMs < shownMs;
  return { current: fresh ? "done" : "start", since, families };
}

/** Returns the progress of a rotation in one step, which Gardener finishes automatically. */
export function progressOfOneStepScope(shoot: Shoot, scope: OneStepScope, nowMs: number): RotationScopeProgress {
  const { current, since, families } = statusOf(shoot, scope, nowMs);
  const position = oneStepOrder.indexOf(current);
  const steps = oneStepOrder.map((id, index): RotationScopeStep => {
    const state = index < position ? "done" : index > position ? "ahead" : "current";
    return { id, title: rotationStepTitles[id], who: id === "start" ? "You" : "Gardener", state };
  });
  return {
    scope,
    manner: "one-step",
    steps,
    current,
    turn: current === "running" ? (families[0]?.turn ?? "Gardener") : "Nobody",
    since,
    age: "neutral",
    families,
    pendingPools: [],
    manualPools: [],
    unknownPhases: unknownRotationPhasesOf(families),
    apart: false,
  };
}
