import { checkHibernation } from "../hibernation/hibernation-check.ts";
import { comparableRelease } from "./next-view.ts";
import type { TruthNote } from "./truth.ts";
import type { VerdictFacts } from "./verdict.ts";

/**
 * What has to be known of the hibernation schedules of the Shoot. Apart from the other notes, since reading schedules takes
 * more than all of these.
 */
export function scheduleNotes({
  shoot,
  view,
  nowMs,
}: Pick<VerdictFacts, "shoot" | "view" | "nowMs">): readonly TruthNote[] {
  // Which time was missed makes no difference here, and to look for it in many schedules takes long.
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
