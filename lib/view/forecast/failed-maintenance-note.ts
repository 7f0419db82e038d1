import { parseInstant } from "#lib/kube/instant.ts";
import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "#lib/words/clock.ts";
import { formatDate } from "#lib/words/format-time.ts";
import type { TimeContext } from "#lib/words/step-descriptions.ts";
import { followsFailedMaintenance, type MaintainedRow } from "./follows-failed-maintenance.ts";

/**
 * Says that the last maintenance failed and why, beside a step that the next run is expected to take.
 *
 * @param at earliest time of the step, in epoch milliseconds
 * @returns sentences; undefined if the last maintenance did not fail, or if the step comes in a later run
 */
export function failedMaintenanceNote(row: MaintainedRow, at: number, { clock, now }: TimeContext): string | undefined {
  return followsFailedMaintenance(row, at, now) ? describeFailedMaintenance(row, clock) : undefined;
}

/** Says that the last maintenance failed and why; undefined if it did not fail. */
export function describeFailedMaintenance(
  { lastMaintenance }: Pick<MaintainedRow, "lastMaintenance">,
  clock: DisplayClock,
): string | undefined {
  if (lastMaintenance?.state !== "Failed") return undefined;
  const { triggeredAt, failureReason } = lastMaintenance;
  const failedAt = parseInstant(triggeredAt);
  return text(
    "The last maintenance{isDated, select, true { on {day}} other {}} failed{isExplained, select, true {: “{reason}”} other {, without a reason}}. The next run tries again.",
    {
      isDated: String(failedAt !== undefined),
      day: failedAt === undefined ? "" : formatDate(failedAt, clock),
      isExplained: String(failureReason !== undefined),
      reason: failureReason ?? "",
    },
  );
}
