import type { Shoot } from "#lib/garden/shoot.ts";
import { parseDurationSeconds } from "#lib/policy/spec-validation/field-checks.ts";
import type { ControllerContext } from "../context/controller-context.ts";
import { pauseGardenTime } from "../context/pause.ts";
import type { MachineRecord } from "../machines/machine-record.ts";

/** A roll whose machines already move. */
export interface Roll {
  readonly key: string;
  readonly shoot: Shoot;
  readonly machines: MachineRecord;
  /** Names of the pools whose machines are replaced. */
  readonly pools: readonly string[];
  readonly batches: number;
}

/** Fraction of a batch after which the replaced machines are being drained. */
const draining = 0.75;
const defaultDrainSeconds = 2 * 60 * 60;
const checkMs = 30_000;

/**
 * Waits until the machines of a roll are replaced. While Pods cannot be evicted from a machine, the roll stands still, at
 * most for the drain timeout; then the machine is deleted all the same, and its Pods with it.
 * @param tookMs Duration of the roll if no drain is blocked.
 * @source machine-controller-manager: pkg/util/provider/machinecontroller/machine_util.go, drainNode
 */
export async function pauseForRoll(context: ControllerContext, roll: Roll, tookMs: number): Promise<void> {
  const { clock, signal, pace } = context;
  const isBlocked = roll.pools.length > 0 ? context.drainCheckOf(roll.shoot) : undefined;
  if (isBlocked === undefined) return pauseGardenTime(clock, tookMs, signal);
  let done = 0;
  for (let batch = 0; batch < roll.batches && !signal.aborted; batch += 1) {
    const until = (batch + draining) / roll.batches;
    await pauseGardenTime(clock, (until - done) * tookMs, signal);
    done = until;
    if (!isBlocked()) continue;
    roll.machines.halt(roll.key, clock.now().getTime());
    const endMs = clock.now().getTime() + (drainSeconds(roll) * 1000) / pace;
    while (isBlocked() && clock.now().getTime() < endMs && !signal.aborted) {
      await pauseGardenTime(clock, Math.min(checkMs / pace, endMs - clock.now().getTime()), signal);
    }
    const startMs = clock.now().getTime();
    roll.machines.move(roll.shoot, { startMs, endMs: startMs + (1 - done) * tookMs });
  }
  await pauseGardenTime(clock, (1 - done) * tookMs, signal);
}

function drainSeconds({ shoot, pools }: Roll): number {
  const rolled = (shoot.spec.provider.workers ?? []).filter(({ name }) => pools.includes(name));
  const seconds = rolled.map(
    (pool) => parseDurationSeconds(pool.machineControllerManager?.machineDrainTimeout) ?? defaultDrainSeconds,
  );
  return Math.max(0, ...seconds);
}
