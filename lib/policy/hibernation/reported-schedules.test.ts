import { expect, test } from "vitest";
import report from "#lib/testing/reports/same-minute.json" with { type: "json" };
import { checkHibernation } from "./hibernation-check.ts";
import { nextHibernation } from "./hibernation-schedule.ts";

const [shoot] = report.shoots;
if (shoot === undefined) throw new Error("no Shoot");

test("at the same minute the first of the list wins: it is awake from Monday 07:00", () => {
  const asleep = { ...shoot, spec: { ...shoot.spec, hibernation: { ...shoot.spec.hibernation, enabled: true } } };
  const monday = Date.parse("2026-11-30T06:00:00.100Z");
  expect(checkHibernation(asleep, monday)).toMatchObject({ outcome: "executes", enabled: false, changes: true });
});

test("each schedule has the clock of its own place: Sunday 07:00 is that of São Paulo", () => {
  const saturday = Date.parse("2026-11-28T12:00:00Z");
  expect(nextHibernation(shoot.spec.hibernation?.schedules, saturday)).toEqual({
    hibernateMs: Date.parse("2026-11-30T06:00:00Z"),
    wakeUpMs: Date.parse("2026-11-29T10:00:00Z"),
  });
});
