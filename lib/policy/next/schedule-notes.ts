import { checkHibernation } from "../hibernation/hibernation-check.ts";
import type { DiagnosisNote } from "./diagnosis.ts";
import type { DiagnosisInput } from "./diagnosis-core.ts";
import { releaseToCompareWithShoot } from "./next-view.ts";

/**
 * Notes about the hibernation schedules of a Shoot. Separate from the other notes because reading schedules takes
 * longer than all of those.
 */
export function scheduleNotes({
  shoot,
  view,
  nowMs,
}: Pick<DiagnosisInput, "shoot" | "view" | "nowMs">): readonly DiagnosisNote[] {
  // Search for no missed times: the notes do not need them, and finding them is slow with many schedules.
  const controller = { release: releaseToCompareWithShoot(shoot, view.release), triggerDeadlineMs: 0 };
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
