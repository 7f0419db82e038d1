import type { Shoot, ShootCredentialsRotation, TwoPhaseRotation } from "#lib/garden/shoot.ts";
import type { DemoTime } from "../plan/demo-time.ts";
import type { Touch } from "../plan/shoot-plan.ts";
import { withStatus } from "./edit.ts";

type PhasedFamily = "certificateAuthorities" | "serviceAccountKey" | "etcdEncryptionKey";

interface Phase {
  readonly phase: string;
  /** Days since the rotation was initiated. */
  readonly days: number;
  /** Pools whose machines still have to be replaced. */
  readonly pools?: readonly string[];
  readonly autoComplete?: boolean;
}

/** One family stands in this phase, with the times that belong to it. */
export const rotation =
  (family: PhasedFamily, phase: Phase): Touch =>
  (shoot, time) =>
    withRotation(shoot, { [family]: twoPhases(phase, time) });

/** The old values were never rotated at all. */
export const neverRotated: Touch = (shoot) =>
  withStatus(shoot, { credentials: { ...shoot.status?.credentials, rotation: {} } });

/** The one-step families: initiated, not completed. */
export const oneStepRunning =
  (family: "sshKeypair" | "observability", minutes: number): Touch =>
  (shoot, time) =>
    withRotation(shoot, {
      [family]: { lastInitiationTime: time.minutesAgo(minutes), lastCompletionTime: time.daysAgo(8) },
    });

export function withRotation(shoot: Shoot, entries: ShootCredentialsRotation): Shoot {
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
