import type { Shoot } from "#lib/garden/shoot.ts";
import { nextRunInterval } from "#lib/policy/maintenance/next-window.ts";
import { checkMaintenanceDue, requestsMaintenance } from "#lib/policy/maintenance/run-due.ts";
import { maintenanceWindow } from "#lib/policy/maintenance/time-window.ts";
import { annotationOf, annotations } from "#lib/policy/operations/annotations.ts";
import { createRandom } from "#lib/random.ts";
import { shootKeyOf } from "../client/shoot-client.ts";
import { createKeyedTimers } from "../context/alarms.ts";
import type { Controller, ControllerContext } from "../context/controller-context.ts";
import { runMaintenance } from "./run-maintenance.ts";

/** `scheduled`: whether maintenance runs in maintenance windows, or only for the operation annotation `maintain`. */
export interface MaintenanceOptions {
  readonly scheduled: boolean;
  readonly seed: number;
}

/**
 * Runs maintenance of each Shoot once a day at a random time in its maintenance window, and immediately on request. A
 * Shoot that is new or has a changed window is maintained immediately if the window is open. Shoots that exist at the
 * start wait for their next window.
 * @source Gardener: pkg/controllermanager/controller/shoot/maintenance
 */
export function startMaintenanceController(
  context: ControllerContext,
  { scheduled, seed }: MaintenanceOptions,
): Controller {
  const { client, clock, signal, guarded } = context;
  const alarms = createKeyedTimers(context);
  /** The maintenance window for which the timer of each Shoot was set. */
  const appointments = new Map<string, string>();
  const random = new Map<string, () => number>();
  let started = false;

  const run = (key: string): void => {
    const shoot = client.get(key);
    if (!shoot || signal.aborted || !checkMaintenanceDue(shoot, clock.now().getTime()).due) return;
    guarded(() => runMaintenance(context, shoot));
  };

  const nextMoment = (key: string, shoot: Shoot): number => {
    const draw = random.get(key) ?? createRandom(seed, `maintenance/${key}`).next;
    random.set(key, draw);
    const { fromAt, untilAt } = nextRunInterval(maintenanceWindow(shoot).effective, clock.now().getTime());
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
