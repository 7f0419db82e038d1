import { text } from "#lib/language/text.ts";
import type { DisplayClock } from "./clock.ts";
import { formatDate } from "./format-time.ts";

interface FailedMaintenance {
  /** When it began, in epoch milliseconds; undefined if Gardener does not say. */
  readonly at?: number | undefined;
  /** Why it failed; undefined if Gardener gives no reason. */
  readonly reason?: string | undefined;
}

/** Says that the last maintenance failed and why, and that the next run tries again. */
export function describeFailedMaintenance({ at, reason }: FailedMaintenance, clock: DisplayClock): string {
  return text(
    "The last maintenance{isDated, select, true { on {day}} other {}} failed{isExplained, select, true {: “{reason}”} other {, without a reason}}. The next run tries again.",
    {
      isDated: String(at !== undefined),
      day: at === undefined ? "" : formatDate(at, clock),
      isExplained: String(reason !== undefined),
      reason: reason ?? "",
    },
  );
}
