import type { Shoot } from "#lib/garden/shoot.ts";
import { text } from "#lib/language/text.ts";
import { lifetimeEnd } from "#lib/policy/controllers/lifetime.ts";
import {
  forecastSchedules,
  type PlannedSchedules,
  type ScheduleForecast,
} from "#lib/policy/next/forecast-schedules.ts";
import type { DiagnosisContext } from "#lib/policy/next/next-view.ts";
import { reconcileBlockerOf } from "#lib/policy/next/reconcile-blocker.ts";
import type { OperationReason } from "#lib/policy/operations/reasons.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { type HibernationEvent, nextHibernationEvents, schedulesOfScheduleForms } from "./next-events.ts";
import type { ScheduleForm } from "./schedule-form.ts";

/** Next events of hibernation schedules, with notes in words. */
export interface SchedulePreview {
  /** Next events in time order. `doubt`: why the garden would currently refuse the event. */
  readonly events: readonly (HibernationEvent & { readonly doubt?: string })[];
  /** Notes about why no event takes place, or what takes place immediately. */
  readonly notes: readonly string[];
}

interface Looking {
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly view: DiagnosisContext;
  /** Whether the schedules in the forms differ from those of the Shoot. */
  readonly draft: boolean;
}

/** Shoot with the schedules of the forms. */
export function shootWithScheduleForms(shoot: Shoot, forms: readonly ScheduleForm[]): Shoot {
  const { spec } = shoot;
  return {
    ...shoot,
    spec: { ...spec, hibernation: { ...spec.hibernation, schedules: schedulesOfScheduleForms(forms) } },
  };
}

function doubtOf([reason]: readonly OperationReason[]): string | undefined {
  if (reason === undefined) return undefined;
  return text("It may not take place: {reason} Gardener tries for two hours, then gives up.", {
    reason: describeReason(reason),
  });
}

function overdueNote({ overdue }: PlannedSchedules, draft: boolean, clock: DisplayClock): readonly string[] {
  if (overdue === undefined || !overdue.changes) return [];
  const time = formatDateTime(overdue.at, clock);
  const act = String(overdue.enabled);
  return draft
    ? [
        text(
          "Once saved, Gardener {act, select, true {hibernates} other {wakes up}} the cluster at once: {time} lies less than two hours back.",
          { act, time },
        ),
      ]
    : [
        text(
          "Gardener has not acted at {time}. It {act, select, true {hibernates} other {wakes up}} the cluster as soon as it looks at the schedules, within two hours of that time.",
          { act, time },
        ),
      ];
}

function whyNone(outlook: Exclude<ScheduleForecast, PlannedSchedules>): readonly string[] {
  switch (outlook.state) {
    case "none":
    case "never-comes":
      return [];
    case "unreadable":
      return [
        text('No schedule of this cluster takes place: Gardener cannot read "{expression}".', {
          expression: outlook.expression,
        }),
      ];
    case "skipped":
      return outlook.because === "failed"
        ? [
            text(
              "No schedule takes place while the last operation is Failed. Gardener does not make up for the times that pass.",
            ),
          ]
        : [text("No schedule takes place: the cluster is being deleted.")];
    default:
      return outlook satisfies never;
  }
}

/** Returns the next events of a cluster's hibernation schedules as entered in the forms, given its current state. */
export function schedulePreviewOf(
  shoot: Shoot,
  forms: readonly ScheduleForm[],
  { now, view, draft }: Looking,
): SchedulePreview {
  const typed = shootWithScheduleForms(shoot, forms);
  const outlook = forecastSchedules(typed, view, now);
  if (outlook.state !== "planned") return { events: [], notes: whyNone(outlook) };
  const doubts = { hibernate: doubtOf(outlook.hibernateRefused), "wake-up": doubtOf(outlook.wakeUpRefused) };
  const endsAt = lifetimeEnd(shoot) ?? Number.POSITIVE_INFINITY;
  const held = reconcileBlockerOf(typed, view) !== undefined;
  const notes = [
    ...overdueNote(outlook, draft, utcClock),
    ...(held ? [text("Gardener does nothing to this cluster now: its schedules change the specification only.")] : []),
  ];
  return {
    events: nextHibernationEvents(forms, now)
      .filter(({ at }) => at < endsAt)
      .map((event) => {
        const doubt = doubts[event.kind];
        return { ...event, ...(doubt !== undefined && { doubt }) };
      }),
    notes,
  };
}
