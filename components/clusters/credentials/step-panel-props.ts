import type { RotationTrack } from "#lib/view/rotations/track-step.ts";
import type { RotationContext } from "./rotation-context.ts";

/** What each step of a rotation is shown from. */
export interface StepPanelProps {
  readonly track: RotationTrack;
  readonly context: RotationContext;
}
