import { failedMaintenanceOf } from "#lib/forecast/failed-maintenance-of.ts";
import { describeFailedMaintenance } from "#lib/words/failed-maintenance.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { followsFailedMaintenance, type MaintainedRow } from "./follows-failed-maintenance.ts";

/**
 * Says that the last maintenance failed and why, beside a step that the next run is expected to take.
 *
 * @param at earliest time of the step, in epoch milliseconds
 * @returns sentences; undefined if the last maintenance did not fail, or if the step comes in a later run
 */
export function failedMaintenanceNote(row: MaintainedRow, at: number, { clock, now }: TimeContext): string | undefined {
  const failed = followsFailedMaintenance(row, at, now) ? failedMaintenanceOf(row) : undefined;
  return failed && describeFailedMaintenance(failed, clock);
}
