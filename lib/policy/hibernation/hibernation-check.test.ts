import { assert, constantFrom, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { dayMs, minuteMs } from "#lib/kube/time-units.ts";
import report from "#lib/testing/reports/same-minute.json" with { type: "json" };
import { checkHibernation } from "./hibernation-check.ts";
import { readSchedules } from "./scheduled-times.ts";

const [shoot] = report.shoots;
if (shoot === undefined) throw new Error("no Shoot");

const now = Date.parse("2026-10-25T03:20:30Z");

/** The last time at which the cron expression matched, by listing all matches up to now. */
function lastOf(expression: string, sinceMs: number): number | undefined {
  const times = readSchedules([{ start: expression, location: "Europe/Berlin" }]);
  const [time] = typeof times === "string" ? [] : times;
  let last: number | undefined;
  for (let at = time?.after(sinceMs); at !== undefined && at <= now; at = time?.after(at)) last = at;
  return last;
}

test("the time that is made up for is the last one that passed, however many lie between", () => {
  const expressions = ["* * * * *", "*/7 * * * *", "0 * * * *", "30 2 * * *", "0 20 * * 1", "0 3 25 10 *", "@every 7m"];
  assert(
    property(constantFrom(...expressions), integer({ min: 0, max: 8 * 24 * 60 }), (expression, minutes) => {
      const since = Math.max(now - minutes * minuteMs, now - 7 * dayMs);
      const lastHibernationTriggerTime = new Date(since).toISOString();
      const schedules = [{ start: expression, location: "Europe/Berlin" }];
      const spec = { ...shoot.spec, hibernation: { schedules } };
      const cluster = { ...shoot, spec, status: { ...shoot.status, lastHibernationTriggerTime } };
      const check = checkHibernation(cluster, now, { triggerDeadlineMs: 30 * dayMs });
      expect(check.outcome === "executes" ? check.missedAt : undefined).toBe(lastOf(expression, since));
    }),
    { numRuns: 200 },
  );
});
