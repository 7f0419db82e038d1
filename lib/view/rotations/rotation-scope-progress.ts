import type { Shoot } from "#lib/garden/shoot.ts";
import { parseInstant } from "#lib/kube/instant.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { GardenerRules } from "#lib/policy/editions/gardener-rules.ts";
import {
  familyRotationOf,
  type PhasedFamily,
  pendingInPlacePools,
  phaseOf,
  type RotationFamily,
} from "#lib/policy/rotations/families.ts";
import { rotationWaitSeverity } from "#lib/policy/rotations/rotation-age.ts";
import { type RotationProgress, rotationProgress } from "#lib/policy/rotations/rotation-progress.ts";
import { progressOfOneStepScope } from "./one-step-scope-progress.ts";
import {
  etcdHasTwoSteps,
  familiesOfFullRotation,
  phasedFamiliesOf,
  type RotationScope,
  rotationRollsNodes,
} from "./rotation-scope.ts";
import {
  type RotationScopeProgress,
  type RotationScopeStep,
  type RotationStepId,
  rotationStepTitles,
  unknownRotationPhasesOf,
} from "./rotation-scope-step.ts";

const order = ["plan", "prepare", "roll", "clients", "complete", "verify"] as const satisfies readonly RotationStepId[];
type TwoStepId = (typeof order)[number];

/** Time for which a finished rotation is shown with its remaining checks. */
const verifyMs = 14 * dayMs;

const stepsOfProgress: Readonly<Record<Exclude<RotationProgress["step"], "done">, TwoStepId>> = {
  idle: "plan",
  unrecognised: "plan",
  preparing: "prepare",
  "waiting-for-pools": "roll",
  "ready-to-complete": "clients",
  completing: "complete",
};

function stepOf({ step, lastCompletedAt }: RotationProgress, nowMs: number): TwoStepId {
  if (step !== "done") return stepsOfProgress[step];
  const doneMs = parseInstant(lastCompletedAt);
  return doneMs !== undefined && nowMs - doneMs < verifyMs ? "verify" : "plan";
}

/** Credential families that count: those in progress, else all. A rotation is finished only if all of them are. */
function counting(families: readonly RotationProgress[]): readonly RotationProgress[] {
  const busy = families.filter(({ step }) => step !== "idle" && step !== "done");
  return busy.length > 0 ? busy : families;
}

/** Whether the other families of a rotation of all credentials were renewed in the same rotation or later. */
function restIsRenewed(shoot: Shoot, phased: readonly PhasedFamily[]): boolean {
  const begunMs = Math.min(...phased.map((family) => initiatedMs(shoot, family)));
  const rest = familiesOfFullRotation(shoot).filter((family) => !phased.some((each) => each === family));
  return rest.every((family) => {
    const isDone = rotationProgress(shoot, family, begunMs).lastCompletedAt !== undefined;
    return isDone && initiatedMs(shoot, family) >= begunMs;
  });
}

function initiatedMs(shoot: Shoot, family: RotationFamily): number {
  return parseInstant(shoot.status?.credentials?.rotation?.[family]?.lastInitiationTime) ?? Number.NEGATIVE_INFINITY;
}

const endFields = {
  plan: "lastInitiationTime",
  prepare: "lastInitiationFinishedTime",
  roll: "lastInitiationFinishedTime",
  clients: "lastCompletionTriggeredTime",
  complete: "lastCompletionTime",
  verify: undefined,
} as const satisfies Record<TwoStepId, string | undefined>;

function reachedAt(shoot: Shoot, families: readonly RotationProgress[], step: TwoStepId): string | undefined {
  const [first] = families;
  if (!first || first.family === "sshKeypair" || first.family === "observability") return undefined;
  const field = endFields[step];
  return (field && familyRotationOf(shoot, first.family)?.[field]) ?? undefined;
}

/** Whether rolling the pools is a separate step, which is so only if the rotation was started without a rollout. */
function rollIsPart(shoot: Shoot, scope: RotationScope, current: TwoStepId): boolean {
  if (current === "roll") return true;
  return phasedFamiliesOf(scope, shoot).some((family) => phaseOf(shoot, family) === "PreparingWithoutWorkersRollout");
}

function whoOf(id: TwoStepId, manual: boolean): RotationScopeStep["who"] {
  if (id === "prepare") return manual ? "Gardener and you" : "Gardener";
  return id === "complete" ? "Gardener" : "You";
}

function twoStepTrack(shoot: Shoot, scope: RotationScope, nowMs: number): RotationScopeProgress {
  const phased = phasedFamiliesOf(scope, shoot);
  const families = counting(phased.map((family) => rotationProgress(shoot, family, nowMs)));
  const at = families.map((progress) => stepOf(progress, nowMs));
  const slowestStep = order.find((id) => at.includes(id)) ?? "plan";
  const isPart = slowestStep === "verify" && scope === "all" && !restIsRenewed(shoot, phased);
  const current = isPart ? "plan" : slowestStep;
  const slowest = families[at.indexOf(current)];
  const manualPools = current === "prepare" || current === "roll" ? pendingInPlacePools(shoot).manual : [];
  const rolls = rollIsPart(shoot, scope, current);
  const position = order.indexOf(current);
  const turn = families.some((each) => each.turn === "You" && stepOf(each, nowMs) === current)
    ? "You"
    : (slowest?.turn ?? "Nobody");
  const steps = order.flatMap((id, index): RotationScopeStep[] => {
    if (id === "roll" && !rolls) return [];
    const state = index < position ? "done" : index > position ? "ahead" : turn === "You" ? "waiting" : "current";
    const doneAt = state === "done" ? reachedAt(shoot, families, id) : undefined;
    return [
      { id, title: rotationStepTitles[id], who: whoOf(id, manualPools.length > 0), state, ...(doneAt && { doneAt }) },
    ];
  });
  return {
    scope,
    manner: "two-step",
    steps,
    current,
    turn,
    since: slowest?.since,
    age: slowest ? rotationWaitSeverity(slowest) : "neutral",
    families,
    pendingPools: [...new Set(families.flatMap(({ pendingPools }) => pendingPools))],
    manualPools,
    unknownPhases: unknownRotationPhasesOf(families),
    apart: current !== "plan" && new Set(at).size > 1,
  };
}

/** Returns the progress without a party that has to act, for a cluster that the user can no longer see. */
function atRest(track: RotationScopeProgress): RotationScopeProgress {
  const steps = track.steps.map((step) => (step.state === "waiting" ? { ...step, state: "current" as const } : step));
  return { ...track, steps, turn: "Nobody", age: "neutral" };
}

interface TrackContext {
  /** Current time in epoch milliseconds. */
  readonly nowMs: number;
  readonly rules: GardenerRules;
  /** Whether the user can no longer see the cluster; the Shoot is then its last known state. */
  readonly gone?: boolean;
}

/** Returns the progress of a rotation in a cluster at an instant. */
export function progressOfRotationScope(
  shoot: Shoot,
  scope: RotationScope,
  context: TrackContext,
): RotationScopeProgress {
  const track = trackOf(shoot, scope, context);
  return context.gone === true ? atRest(track) : track;
}

function trackOf(shoot: Shoot, scope: RotationScope, { nowMs, rules }: TrackContext): RotationScopeProgress {
  const hasTwoSteps = rotationRollsNodes(scope) || (scope === "etcdEncryptionKey" && etcdHasTwoSteps(shoot, rules));
  return hasTwoSteps ? twoStepTrack(shoot, scope, nowMs) : progressOfOneStepScope(shoot, scope, nowMs);
}
