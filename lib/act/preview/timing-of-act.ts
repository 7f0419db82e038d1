import type { ActFinding, ActPreview } from "#lib/contract/act.ts";
import { semanticallyEqual } from "#lib/kube/semantic-equality.ts";
import { text } from "#lib/language/text.ts";
import { isHibernatedInNextWindow, nextHibernation } from "#lib/policy/hibernation/hibernation-schedule.ts";
import { nextMaintenanceWindow } from "#lib/policy/maintenance/next-window.ts";
import { effectiveWindow, parseTimeWindow } from "#lib/policy/maintenance/time-window.ts";
import {
  firstScheduledNodeRemovalAt,
  forecastSchedules,
  type ScheduleForecast,
} from "#lib/policy/next/forecast-schedules.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { describeDiagnosisNote } from "#lib/words/diagnosis-descriptions.ts";
import { formatDateTime, formatDuration } from "#lib/words/format-time.ts";
import { describeReason } from "#lib/words/reason-descriptions.ts";
import { isSeedMove } from "../plan/move-seed-act.ts";
import { createActFinding, type PreviewInput } from "../plan/preview-input.ts";
import { firstHibernationNoteId } from "./preview-labels.ts";

type When = ActPreview["when"];

/** When an action takes effect. Fields of the controller-manager apply at once; a pending retry applies all changes. */
function atOf({ act, impact, outlook, move }: PreviewInput): When["at"] {
  if (act.kind === "operation" && act.when === "in-window") return "maintenance-window";
  if (isSeedMove(act)) return move?.check?.waits.length ? "seed-ready" : "now";
  if (act.kind !== "change" || outlook.starts || outlook.forControllerManager) return "now";
  return impact?.when ?? "now";
}

function windowOf({ plan, now }: PreviewInput): When["window"] | undefined {
  const written = effectiveWindow(plan.after.spec.maintenance?.timeWindow);
  if (written.kind !== "configured") return undefined;
  const { beginAt, endAt } = nextMaintenanceWindow(written, now);
  return { from: new Date(beginAt).toISOString(), to: new Date(endAt).toISOString() };
}

/** Clock for times in a preview, with the cluster's own UTC offset, because its maintenance window uses it. */
function clockOf({ plan }: Pick<PreviewInput, "plan">): DisplayClock {
  const { timeWindow } = plan.after.spec.maintenance ?? {};
  const read = timeWindow ? parseTimeWindow(timeWindow) : undefined;
  const offset = /([+-])(\d{2})(\d{2})$/.exec(typeof timeWindow?.begin === "string" ? timeWindow.begin : "");
  if (!read?.ok || offset === null) return utcClock;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return { kind: "offset", offsetMinutes: offset[1] === "-" ? -minutes : minutes };
}

/** Time in a sentence. A clock other than UTC is named, because the page around the preview may show the reader's. */
function timeLabel(at: number, world: Pick<PreviewInput, "plan">): string {
  const clock = clockOf(world);
  const time = formatDateTime(at, clock);
  return clock === utcClock ? time : text("{time} (cluster time)", { time });
}

function windowNotes(world: PreviewInput, at: When["at"]): readonly ActFinding[] {
  const { plan, now, act, outlook } = world;
  if (at !== "maintenance-window") return [];
  const { spec, status } = plan.after;
  const notes: ActFinding[] = [];
  if (act.kind === "change") {
    notes.push(
      createActFinding(
        "confined-rollout",
        text(
          "This cluster rolls out changes of its specification in the maintenance window only, or earlier with whatever makes Gardener reconcile: a request, a rotation, a retry, hibernation or waking up.",
        ),
        "spec.maintenance.confineSpecUpdateRollout",
      ),
    );
  }
  if (effectiveWindow(spec.maintenance?.timeWindow).kind !== "configured") {
    const sentence = text("No readable maintenance window is set: Gardener may begin at any time of the day.");
    notes.push(createActFinding("no-window", sentence, "spec.maintenance.timeWindow"));
  }
  const sleeping = { timeWindow: spec.maintenance?.timeWindow, hibernated: status?.hibernated === true };
  if (isHibernatedInNextWindow({ ...sleeping, schedules: spec.hibernation?.schedules }, now)) {
    const sentence = text(
      "The cluster sleeps during its next maintenance window; what needs running machines does not happen then.",
    );
    notes.push(createActFinding("sleeps-in-window", sentence));
  }
  if (act.kind === "operation" && outlook.failedUntilRetried) {
    const sentence = text("The last operation failed. What is planned waits until it is retried.");
    notes.push(createActFinding("failed-skips-window", sentence));
  }
  return notes;
}

/** Describes changed hibernation schedules that Gardener executes immediately, or cannot execute. */
function scheduleNotes({ plan, before, outlook, rules, view, now }: PreviewInput): readonly ActFinding[] {
  const field = "spec.hibernation.schedules";
  const { executed } = outlook;
  if (executed !== undefined) {
    const values = {
      time: timeLabel(executed.missedAt, { plan }),
      ago: formatDuration(now - executed.missedAt),
    };
    const [first] = executed.refused;
    if (first !== undefined) {
      const sentence = text(
        "Its time {time} passed {ago} ago, and Gardener makes up for the last 2 hours: it tries to send the cluster to sleep, which the garden refuses for now. {reason}",
        { ...values, reason: describeReason(first) },
      );
      return [createActFinding("schedule-refused", sentence, field)];
    }
    const sentence = executed.enabled
      ? text(
          "Its time {time} passed {ago} ago, and Gardener makes up for the last 2 hours: it goes to sleep now.",
          values,
        )
      : text("Its time {time} passed {ago} ago, and Gardener makes up for the last 2 hours: it wakes up now.", values);
    return [createActFinding("schedule-executed", sentence, field)];
  }
  if (semanticallyEqual(before.spec.hibernation?.schedules, plan.after.spec.hibernation?.schedules)) return [];
  const removal = firstScheduledNodeRemovalAt(plan.after, { view, nowMs: now, rules });
  if (removal !== undefined) {
    const time = timeLabel(removal, { plan });
    return [
      createActFinding(
        firstHibernationNoteId,
        text("The schedule removes all nodes, for the first time at {time}.", { time }),
        field,
      ),
    ];
  }
  return forecastNotes(forecastSchedules(plan.after, view, now, rules), field);
}

function forecastNotes(schedules: ScheduleForecast, field: string): readonly ActFinding[] {
  if (schedules.state === "unreadable") {
    const sentence = describeDiagnosisNote({ id: "schedules-unreadable" }, utcClock);
    return [createActFinding("schedules-unreadable", sentence, field)];
  }
  const [first] = schedules.state === "planned" ? schedules.hibernateRefused : [];
  if (first === undefined || schedules.state !== "planned" || schedules.hibernateMs === undefined) return [];
  const sentence = text(
    "Going to sleep would be refused as things stand; at its time Gardener tries for 2 hours, then gives it up. {reason}",
    { reason: describeReason(first) },
  );
  return [createActFinding("schedule-refused", sentence, field)];
}

const never = { wakeUpMs: undefined, hibernateMs: undefined };

function hibernationNotes(world: PreviewInput): readonly ActFinding[] {
  const { plan, before, now, asked } = world;
  const toggles = asked.some(({ id }) => id === "hibernate" || id === "wake-up");
  const next = toggles ? nextHibernation(plan.after.spec.hibernation?.schedules, now) : never;
  if (asked.some(({ id }) => id === "hibernate") && next.wakeUpMs !== undefined) {
    const sentence = text("Its schedule wakes it up again at {time}.", { time: timeLabel(next.wakeUpMs, world) });
    return [createActFinding("schedule-wakes", sentence, "spec.hibernation.schedules")];
  }
  if (asked.some(({ id }) => id === "wake-up") && next.hibernateMs !== undefined) {
    const sentence = text("Its schedule sends it to sleep again at {time}.", {
      time: timeLabel(next.hibernateMs, world),
    });
    return [createActFinding("schedule-sleeps", sentence, "spec.hibernation.schedules")];
  }
  if (toggles || before.status?.hibernated !== true || world.impact === undefined || isSeedMove(world.act)) return [];
  return [
    createActFinding(
      "hibernated-now",
      text("The cluster is hibernated: its machines only meet the change when it wakes up."),
    ),
  ];
}

/** Returns when an action takes effect, with notes about that time. */
export function timingOfAct(world: PreviewInput): When {
  const at = atOf(world);
  const window = windowOf(world);
  return {
    at,
    ...(window !== undefined && { window }),
    notes: [...windowNotes(world, at), ...scheduleNotes(world), ...hibernationNotes(world)],
  };
}
