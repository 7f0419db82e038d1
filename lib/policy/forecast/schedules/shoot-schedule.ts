import type { Shoot } from "#lib/garden/shoot.ts";
import { pairwise } from "../../maintenance/pairwise.ts";
import { type MaintenanceWindow, maintenanceWindow } from "../../maintenance/time-window.ts";
import { type DailySchedule, dailySchedule } from "./run-schedule.ts";

/** When a Shoot is maintained, with the two schedules that bracket what really happens. */
export interface ShootSchedule extends MaintenanceWindow {
  readonly late: DailySchedule;
  readonly early: DailySchedule;
}

function scheduleOf(shoot: Pick<Shoot, "spec">): ShootSchedule {
  const window = maintenanceWindow(shoot);
  const { effective } = window;
  return { ...window, late: dailySchedule(effective, "begin"), early: dailySchedule(effective, "end") };
}

/** Schedules by the text of the window, so that Shoots with the same window share one. */
export function rememberedSchedules(): (shoot: Pick<Shoot, "spec">) => ShootSchedule {
  const known = pairwise<ShootSchedule>();
  return (shoot) => {
    const { begin, end } = shoot.spec.maintenance?.timeWindow ?? {};
    // What is no text is read anew each time: only texts are remembered.
    if (typeof begin !== "string" || typeof end !== "string") return scheduleOf(shoot);
    return known(begin, end, () => scheduleOf(shoot));
  };
}
