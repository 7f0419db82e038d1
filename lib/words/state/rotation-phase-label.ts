import { type Message, message, text } from "#lib/language/text.ts";
import { isRotationPhase, type RotationPhase } from "#lib/policy/rotations/families.ts";

/**
 * Returns the label of a rotation phase: `WaitingForWorkersRollout` becomes `Waiting for workers rollout`. Phases newer
 * than this build are returned unchanged.
 */
export function rotationPhaseLabel(phase: string): string {
  return isRotationPhase(phase) && phase !== "" ? text(phases[phase]) : phase;
}

const phases: Readonly<Record<Exclude<RotationPhase, "">, Message>> = {
  Preparing: message("Preparing"),
  PreparingWithoutWorkersRollout: message("Preparing without workers rollout"),
  WaitingForWorkersRollout: message("Waiting for workers rollout"),
  Prepared: message("Prepared"),
  Completing: message("Completing"),
  Completed: message("Completed"),
};
