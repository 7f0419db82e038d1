import type { Shoot, ShootCredentialsRotation, TwoPhaseRotation } from "#lib/garden/shoot.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { ShootVariation } from "../plan/shoot-plan.ts";
import { withStatus } from "./edit.ts";

type PhasedFamily = "certificateAuthorities" | "serviceAccountKey" | "etcdEncryptionKey";

interface Phase {
  readonly phase: string;
  /** Days since the start of the rotation. */
  readonly days: number;
  /** Worker pools whose machines have not been replaced since the rotation started. */
  readonly pools?: readonly string[];
  readonly autoComplete?: boolean;
}

/** A Shoot with a credential rotation in the given phase. */
export const rotationInPhase =
  (family: PhasedFamily, phase: Phase): ShootVariation =>
  (shoot, time) =>
    withCredentialsRotation(shoot, { [family]: twoPhases(phase, time) });

/** A Shoot whose credentials were never rotated. */
export const neverRotatedCredentials: ShootVariation = (shoot) =>
  withStatus(shoot, { credentials: { ...shoot.status?.credentials, rotation: {} } });

/** A Shoot with a running rotation of SSH or observability credentials, which has only one step. */
export const oneStepRotationRunning =
  (family: "sshKeypair" | "observability", minutes: number): ShootVariation =>
  (shoot, time) =>
    withCredentialsRotation(shoot, {
      [family]: { lastInitiationTime: time.minutesAgo(minutes), lastCompletionTime: time.daysAgo(8) },
    });

export function withCredentialsRotation(shoot: Shoot, entries: ShootCredentialsRotation): Shoot {
  const { credentials } = shoot.status ?? {};
  return withStatus(shoot, { credentials: { ...credentials, rotation: { ...credentials?.rotation, ...entries } } });
}

function twoPhases({ phase, days, pools, autoComplete }: Phase, time: DemoTime): TwoPhaseRotation {
  const prepared = phase === "Prepared" || phase === "Completing";
  return {
    phase,
    lastInitiationTime: time.daysAgo(days),
    ...(prepared ? { lastInitiationFinishedTime: time.daysAgo(days * 0.99) } : {}),
    ...(phase === "Completing" ? { lastCompletionTriggeredTime: time.minutesAgo(3) } : {}),
    ...(phase === "Completed" ? { lastCompletionTime: time.daysAgo(days * 0.9) } : {}),
    ...(autoComplete === undefined ? {} : { autoCompleteAfterPrepared: autoComplete }),
    ...(pools
      ? { pendingWorkersRollouts: pools.map((name) => ({ name, lastInitiationTime: time.daysAgo(days + 200) })) }
      : {}),
  };
}
