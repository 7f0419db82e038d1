import type { ActPreview, Finding } from "#lib/contract/act.ts";
import { text } from "#lib/language/text.ts";
import { isHibernatedInNextWindow, nextHibernation } from "#lib/policy/hibernation/hibernation-schedule.ts";
import { nextWindow } from "#lib/policy/maintenance/next-window.ts";
import { effectiveWindow, parseTimeWindow } from "#lib/policy/maintenance/time-window.ts";
import { type Clock, utcClock } from "#lib/words/clock.ts";
import { formatDateTime } from "#lib/words/format-time.ts";
import { type ActWorld, finding } from "../plan/act-world.ts";

type When = ActPreview["when"];

function atOf({ act, impact }: ActWorld): When["at"] {
  if (act.kind === "operation" && act.when === "in-window") return "maintenance-window";
  return act.kind === "change" ? (impact?.when ?? "now") : "now";
}

function windowOf({ plan, now }: ActWorld): When["window"] | undefined {
  const written = effectiveWindow(plan.after.spec.maintenance?.timeWindow);
  if (written.kind !== "configured") return undefined;
  const { beginAt, endAt } = nextWindow(written, now);
  return { from: new Date(beginAt).toISOString(), to: new Date(endAt).toISOString() };
}

/** Dates are said in the cluster's own offset, because its window is written in it. */
function clockOf({ plan }: ActWorld): Clock {
  const { timeWindow } = plan.after.spec.maintenance ?? {};
  const read = timeWindow ? parseTimeWindow(timeWindow) : undefined;
  const offset = /([+-])(\d{2})(\d{2})$/.exec(typeof timeWindow?.begin === "string" ? timeWindow.begin : "");
  if (!read?.ok || offset === null) return utcClock;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return { kind: "offset", offsetMinutes: offset[1] === "-" ? -minutes : minutes };
}

function windowNotes(world: ActWorld, at: When["at"]): readonly Finding[] {
  const { plan, before, now, act } = world;
  if (at === "now") return [];
  const { spec, status } = plan.after;
  const notes: Finding[] = [];
  if (act.kind === "change") {
    notes.push(
      finding(
        "confined-rollout",
        text(
          "This cluster rolls out changes of its specification in the maintenance window only, or with the next reconcile that somebody asks for.",
        ),
        "spec.maintenance.confineSpecUpdateRollout",
      ),
    );
  }
  if (effectiveWindow(spec.maintenance?.timeWindow).kind !== "configured") {
    const sentence = text("No readable maintenance window is set: Gardener may begin at any time of the day.");
    notes.push(finding("no-window", sentence, "spec.maintenance.timeWindow"));
  }
  const sleeping = { timeWindow: spec.maintenance?.timeWindow, hibernated: status?.hibernated === true };
  if (isHibernatedInNextWindow({ ...sleeping, schedules: spec.hibernation?.schedules }, now)) {
    const sentence = text(
      "The cluster sleeps during its next maintenance window; what needs running machines does not happen then.",
    );
    notes.push(finding("sleeps-in-window", sentence));
  }
  if (before.status?.lastOperation?.state === "Failed") {
    const sentence = text("The last operation failed. Planned changes wait until it is fixed.");
    notes.push(finding("failed-skips-window", sentence));
  }
  return notes;
}

const never = { wakeUpMs: undefined, hibernateMs: undefined };

function hibernationNotes(world: ActWorld): readonly Finding[] {
  const { plan, before, now, asked } = world;
  const toggles = asked.some(({ id }) => id === "hibernate" || id === "wake-up");
  const next = toggles ? nextHibernation(plan.after.spec.hibernation?.schedules, now) : never;
  const clock = clockOf(world);
  if (asked.some(({ id }) => id === "hibernate") && next.wakeUpMs !== undefined) {
    const sentence = text("Its schedule wakes it up again at {time}.", { time: formatDateTime(next.wakeUpMs, clock) });
    return [finding("schedule-wakes", sentence, "spec.hibernation.schedules")];
  }
  if (asked.some(({ id }) => id === "wake-up") && next.hibernateMs !== undefined) {
    const sentence = text("Its schedule sends it to sleep again at {time}.", {
      time: formatDateTime(next.hibernateMs, clock),
    });
    return [finding("schedule-sleeps", sentence, "spec.hibernation.schedules")];
  }
  if (toggles || before.status?.hibernated !== true || world.impact === undefined) return [];
  return [
    finding("hibernated-now", text("The cluster is hibernated: its machines only meet the change when it wakes up.")),
  ];
}

/** When an act takes effect, and what stands against that time. */
export function actTiming(world: ActWorld): When {
  const at = atOf(world);
  const window = windowOf(world);
  return {
    at,
    ...(window !== undefined && { window }),
    notes: [...windowNotes(world, at), ...hibernationNotes(world)],
  };
}
