import type { Shoot } from "#lib/garden/shoot.ts";
import { type MaintenanceWindow, maintenanceWindow } from "../../maintenance/time-window.ts";
import { type DailySchedule, dailySchedule } from "./run-schedule.ts";

/** When a Shoot is maintained, with the two schedules that bracket what really happens. */
export interface ShootSchedule extends MaintenanceWindow {
  readonly late: DailySchedule;
  readonly early: DailySchedule;
}

/** The schedules of a Shoot by its window. */
export function scheduleOf(shoot: Pick<Shoot, "spec">): ShootSchedule {
  const window = maintenanceWindow(shoot);
  const { effective } = window;
  return { ...window, late: dailySchedule(effective, "begin"), early: dailySchedule(effective, "end") };
}
