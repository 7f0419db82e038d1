import type { RotationProgress } from "./rotation-progress.ts";

const daySeconds = 24 * 60 * 60;

/**
 * Default interval after which the API server warns about a due rotation, in milliseconds.
 * @source Gardener: pkg/apiserver, shoot-credentials-rotation-interval
 */
export const defaultRotationIntervalMs = 90 * daySeconds * 1000;

/** How long a rotation may wait for the user until the UI raises its severity. Almanac's own limits, configurable. */
export interface RotationWaitLimits {
  readonly cautionSeconds: number;
  readonly alertSeconds: number;
}

export const defaultRotationWaitLimits: RotationWaitLimits = {
  cautionSeconds: 14 * daySeconds,
  alertSeconds: 30 * daySeconds,
};

/** Severity of a rotation that waits for the user; `neutral` for one that does not wait, or has not waited for long. */
export function rotationWaitSeverity(
  { turn, forSeconds }: Pick<RotationProgress, "turn" | "forSeconds">,
  limits: RotationWaitLimits = defaultRotationWaitLimits,
): "neutral" | "caution" | "alert" {
  if (turn !== "You" || forSeconds === undefined) return "neutral";
  if (forSeconds >= limits.alertSeconds) return "alert";
  return forSeconds >= limits.cautionSeconds ? "caution" : "neutral";
}
