import { checkHibernation } from "../hibernation/hibernation-check.ts";
import { comparableRelease } from "./next-view.ts";
import type { TruthNote } from "./truth.ts";
import type { VerdictFacts } from "./verdict.ts";

/**
 * Notes about the hibernation schedules of the Shoot. Separate from the other notes because reading schedules costs
 * more than all of those.
 */
export function scheduleNotes({
  shoot,
  view,
  nowMs,
}: Pick<VerdictFacts, "shoot" | "view" | "nowMs">): readonly TruthNote[] {
  // Which time was missed does not matter here, and finding it is slow with many schedules.
  const controller = { release: comparableRelease(shoot, view.release), triggerDeadlineMs: 0 };
  const check = checkHibernation(shoot, nowMs, controller);
  switch (check.outcome) {
    case "unreadable":
      return [{ id: "schedules-unreadable" }];
    case "never-returns":
      return [{ id: "schedule-never-comes" }];
    case "skipped-as-failed":
      return [{ id: "schedules-skipped" }];
    case "none":
    case "waits":
    case "executes":
      return [];
    default:
      return check satisfies never;
  }
}
