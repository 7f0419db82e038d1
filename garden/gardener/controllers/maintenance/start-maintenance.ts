import type { Shoot } from "#lib/garden/shoot.ts";
import { nextRun } from "#lib/policy/maintenance/next-window.ts";
import { maintenanceDue, requestsMaintenance } from "#lib/policy/maintenance/run-due.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { createRandom } from "#lib/random.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createAlarms } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { runMaintenance } from "./run-maintenance.ts";

/** `scheduled`: whether maintenance runs in windows, or only if the operation `maintain` requests it. */
export interface MaintenanceOptions {
  readonly scheduled: boolean;
  readonly seed: number;
}

/**
 * Maintains every Shoot once a day at a random time of its effective window, and immediately on request. A new Shoot,
 * or one with a changed window, is maintained immediately if its window is open. Shoots that exist at the start wait
 * for their next window, because the garden continues and does not restart.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function startMaintenance(context: ControllerContext, { scheduled, seed }: MaintenanceOptions): Controller {
  const { client, clock, signal, guarded } = context;
  const alarms = createAlarms(context);
  /** The window for which each appointment was made. */
  const appointments = new Map<string, string>();
  const random = new Map<string, () => number>();
  let started = false;

  const run = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || signal.aborted || !maintenanceDue(shoot, clock.now().getTime()).due) return;
    guarded(() => runMaintenance(context, shoot));
  };

  const nextMoment = (key: string, shoot: Shoot): number => {
    const draw = random.get(key) ?? createRandom(seed, `maintenance/${key}`).next;
    random.set(key, draw);
    const { fromAt, untilAt } = nextRun(maintenanceWindow(shoot).effective, clock.now().getTime());
    return fromAt + Math.floor(draw() * (untilAt - fromAt));
  };

  const appoint = (key: string, shoot: Shoot): void => {
    appointments.set(key, windowText(shoot));
    alarms.set(key, nextMoment(key, shoot) - clock.now().getTime(), () => {
      run(key);
      const current = client.get(key);
      if (current) appoint(key, current);
    });
  };

  const forget = (key: string): void => {
    alarms.forget(key);
    appointments.delete(key);
    random.delete(key);
  };

  return {
    onEvent({ type, shoot }) {
      const key = shootKeyOf(shoot);
      if (type === "DELETED") return forget(key);
      const moved = scheduled && appointments.get(key) !== windowText(shoot);
      if (moved) appoint(key, shoot);
      if (requestsMaintenance(annotationOf(shoot, annotations.operation)) || (moved && started)) run(key);
    },
    onSynced() {
      started = true;
    },
  };
}

function windowText({ spec }: Shoot): string {
  const { begin, end } = spec.maintenance?.timeWindow ?? {};
  return `${begin ?? ""}/${end ?? ""}`;
}
