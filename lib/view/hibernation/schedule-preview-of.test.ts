import { describe, expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import { operationShootWith } from "#lib/policy/operations/operation-shoot.fixture.ts";
import blockedSchedule from "#lib/testing/reports/blocked-schedule.json" with { type: "json" };
import failedSchedule from "#lib/testing/reports/failed-schedule.json" with { type: "json" };
import { scheduleHints } from "./next-events.ts";
import { type ScheduleForm, scheduleFormsOf } from "./schedule-form.ts";
import { schedulePreviewOf } from "./schedule-preview-of.ts";

const now = Date.parse("2026-11-27T06:00:00Z");
const night: ScheduleForm = { start: "0 20 * * *", end: "0 7 * * *", location: "UTC" };

/** A Shoot that is up to date, as reported in a bug. */
function reported({ shoots: [shoot] }: { readonly shoots: readonly Shoot[] }): Shoot {
  if (shoot === undefined) throw new Error("no Shoot");
  const { metadata, status } = shoot;
  return {
    ...shoot,
    metadata: { generation: 4, creationTimestamp: "2026-10-01T00:00:00Z", ...metadata },
    status: { observedGeneration: 4, lastHibernationTriggerTime: "2026-11-27T06:00:00Z", ...status },
  };
}

const prospectOf = (shoot: Shoot, forms = scheduleFormsOf(shoot), draft = false) =>
  schedulePreviewOf(shoot, forms, { now, view: {}, draft });

describe("the schedules of a cluster", () => {
  test("do not take place while its last operation is Failed, and nothing promises sleep", () => {
    const shoot = reported(failedSchedule);
    const { events, notes } = prospectOf(shoot);
    expect(events).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^No schedule takes place while the last operation is Failed/)]);
    expect(scheduleHints(shoot, scheduleFormsOf(shoot), now).join(" ")).not.toMatch(/sleeps in its next/);
  });

  test("may not send it to sleep while the garden would refuse that, and wake it up all the same", () => {
    const shoot = reported(blockedSchedule);
    const { events } = prospectOf(shoot);
    expect(events.map(({ kind, doubt }) => [kind, doubt])).toEqual([
      [
        "hibernate",
        expect.stringMatching(/^It may not take place: .*HibernationPossible.* two hours, then gives up\.$/),
      ],
      ["wake-up", undefined],
    ]);
    expect(scheduleHints(shoot, scheduleFormsOf(shoot), now).join(" ")).not.toMatch(/sleeps in its next/);
  });

  test("do not take place in a deletion, nor where one of them cannot be read", () => {
    const deleting = operationShootWith({ metadata: { deletionTimestamp: "2026-11-27T05:00:00Z" } });
    expect(prospectOf(deleting, [night])).toEqual({ events: [], notes: [expect.stringMatching(/being deleted/)] });
    const { events, notes } = prospectOf(operationShootWith(), [night, { ...night, start: "nonsense" }]);
    expect(events).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/Gardener cannot read "nonsense/)]);
  });

  test("act at once when they are saved up to two hours after their time", () => {
    const created = { creationTimestamp: "2026-10-01T00:00:00Z" };
    const half = { start: "30 5 * * *", end: "", location: "UTC" };
    expect(prospectOf(operationShootWith({ metadata: created }), [half], true).notes).toEqual([
      expect.stringMatching(/^Once saved, Gardener hibernates the cluster at once: .*05:30/),
    ]);
    expect(
      prospectOf(operationShootWith({ metadata: created }), [{ ...half, start: "30 3 * * *" }], true).notes,
    ).toEqual([]);
    const acted = { lastHibernationTriggerTime: "2026-11-27T05:30:01Z" };
    expect(prospectOf(operationShootWith({ metadata: created, status: acted }), [half]).notes).toEqual([]);
  });

  test("change only the specification of a cluster that Gardener is told to ignore", () => {
    const annotations = { "shoot.gardener.cloud/ignore": "true" };
    const ignored = operationShootWith({ metadata: { namespace: "garden", annotations } });
    expect(prospectOf(ignored, [night]).notes).toEqual([expect.stringMatching(/change the specification only\.$/)]);
  });
});
