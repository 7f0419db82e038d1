import { expect, test } from "vitest";
import type { Shoot } from "#lib/garden/shoot.ts";
import blockedSchedule from "#lib/testing/reports/blocked-schedule.json" with { type: "json" };
import failedSchedule from "#lib/testing/reports/failed-schedule.json" with { type: "json" };
import ignored from "#lib/testing/reports/ignored.json" with { type: "json" };
import selfTermination from "#lib/testing/reports/self-termination.json" with { type: "json" };
import { diagnoseShoot } from "./diagnose-shoot.ts";
import { forecastSchedules } from "./forecast-schedules.ts";
import { scheduleNotes } from "./schedule-notes.ts";
import type { SeedFacts } from "./seed-facts.ts";

const nowMs = Date.parse("2026-11-27T06:00:00Z");
const seed: SeedFacts = { name: "aws-eu1", stopped: false, release: "v1.149.3" };

interface Report {
  readonly shoots: readonly Shoot[];
}

/** A Shoot that is scheduled, created and up to date, as reported in a bug. */
function stored({ shoots: [shoot] }: Report, metadata: Partial<Shoot["metadata"]> = {}): Shoot {
  if (shoot === undefined) throw new Error("no Shoot");
  return {
    ...shoot,
    metadata: {
      generation: 4,
      finalizers: ["gardener"],
      creationTimestamp: "2026-10-01T00:00:00Z",
      ...shoot.metadata,
      ...metadata,
    },
    spec: { ...shoot.spec, seedName: seed.name },
    status: { uid: "1-2-3", seedName: seed.name, observedGeneration: 4, ...shoot.status },
  };
}

function said(shoot: Shoot) {
  const { subject, turn, next, notes } = diagnoseShoot(shoot, { seed }, nowMs);
  const all = [...notes, ...scheduleNotes({ shoot, view: { seed }, nowMs })];
  return { subject: subject.id, turn, next, notes: all.map(({ id }) => id) };
}

test("an ignored cluster is said to be ignored first, with a change that waits or without", () => {
  const held = { subject: "ignored", turn: "Operator", next: "remove-annotation", notes: [] };
  expect(said(stored(ignored))).toEqual(held);
  expect(said(stored(ignored, { generation: 5 }))).toEqual(held);
});

test("a cluster that its quota ends tomorrow says so before anything else", () => {
  expect(said(stored(selfTermination))).toMatchObject({
    subject: "lifetime-ends",
    turn: "Owner",
    next: "extend-lifetime",
  });
});

test("schedules pass over a failed cluster until it is retried", () => {
  const shoot = stored(failedSchedule);
  expect(forecastSchedules(shoot, { seed }, nowMs)).toEqual({ state: "skipped", because: "failed" });
  expect(said(shoot)).toMatchObject({ subject: "failed", notes: ["schedules-skipped"] });
});

test("a schedule whose sleep would be refused now is not promised", () => {
  const outlook = forecastSchedules(stored(blockedSchedule), { seed }, nowMs);
  expect(outlook).toMatchObject({ state: "planned", hibernateRefused: [{ id: "hibernation-possible-constraint" }] });
});
