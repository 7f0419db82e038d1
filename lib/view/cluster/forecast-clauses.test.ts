import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeadEndSummary, ForecastStepSummary } from "#lib/contract/forecast.ts";
import { forcedEventsOf } from "#lib/forecast/forced-events.ts";
import {
  fixtureNow,
  sampleDeadEnd,
  sampleForcedStep,
  sampleImageStep,
  sampleRowForecast,
} from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import { utcClock } from "#lib/words/clock.ts";
import { formatDayRange, formatDeadEndTime } from "../forecast/forced-change-descriptions.ts";
import { forecastClauses, isForcedOrEndingSoon } from "./forecast-clauses.ts";

const speech = { clock: utcClock, now: fixtureNow };

const rowOf = (forced: readonly ForecastStepSummary[], deadEnds: readonly DeadEndSummary[]) => ({
  forecast: sampleRowForecast({ forced: [...forced], deadEnds: [...deadEnds] }),
});

const said = (...given: Parameters<typeof rowOf>) =>
  forecastClauses(rowOf(...given), speech).map(({ lead, why }) => `${lead}: ${why}`);

describe("the sentence on a cluster looks ahead", () => {
  test.each<[string, readonly ForecastStepSummary[], readonly DeadEndSummary[], readonly string[]]>([
    ["a dead end in eight weeks", [], [sampleDeadEnd(53)], ["Stuck from 16 Jan 2027: 1.34 missing in gcp"]],
    [
      "a forced minor in five weeks",
      [sampleForcedStep(35, { endsAt: fixtureNow + 35 * dayMs })],
      [],
      ["Forced to 1.34.1, 29 Dec: 1.33.4 expires on 29 Dec 2026"],
    ],
    [
      "an image that is gone",
      [sampleImageStep(0, { overdue: true, cause: "not-in-profile" })],
      [],
      ["Forced to gardenlinux 1592.9.0 in pool a, 24 Nov: the profile does not offer 1592.3.0 any more"],
    ],
    ["a dead end beyond 90 days", [], [sampleDeadEnd(91)], []],
    ["the ninetieth day", [], [sampleDeadEnd(90)], ["Stuck from 22 Feb 2027: 1.34 missing in gcp"]],
    ["nothing", [], [], []],
  ])("%s", (_what, forced, deadEnds, sentences) => {
    expect(said(forced, deadEnds)).toEqual(sentences);
    expect(isForcedOrEndingSoon(rowOf(forced, deadEnds), fixtureNow)).toBe(sentences.length > 0);
  });

  test("both are told, the first one first, and who can prevent them", () => {
    const clauses = forecastClauses(rowOf([sampleForcedStep(60)], [sampleDeadEnd(20), sampleDeadEnd(30)]), speech);
    expect(clauses.map(({ kind, turn }) => [kind, turn])).toEqual([
      ["stuck", "Operator"],
      ["forced", "Owner"],
    ]);
    const [blocked] = forecastClauses(rowOf([], [sampleDeadEnd(1, { code: "rejected-by-dry-run" })]), speech);
    expect(blocked?.turn).toBe("Owner");
  });

  test("whatever is forced or stuck within 90 days is named with its date, and nothing else is", () => {
    const days = fc.integer({ min: 0, max: 400 });
    const steps = fc.array(
      days.map((inDays) => sampleForcedStep(inDays)),
      { maxLength: 3 },
    );
    const codes = fc.constantFrom("no-next-minor", "preview-only", "rejected-by-dry-run", "newer-than-this-build");
    const ends = fc.array(
      fc.tuple(days, codes, fc.boolean()).map(([inDays, code, overdue]) =>
        sampleDeadEnd(overdue ? 0 : inDays, {
          code,
          ...(overdue && { overdue, endsAt: fixtureNow - inDays * dayMs }),
        }),
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(steps, ends, (forced, deadEnds) => {
        const row = rowOf(forced, deadEnds);
        const near = forcedEventsOf(row).filter(({ at, overdue }) => overdue || at < fixtureNow + 90 * dayMs);
        const leads = forecastClauses(row, speech).map(({ lead }) => lead);
        const [step] = near.flatMap((event) => event.step ?? []);
        const [end] = near.flatMap((event) => event.deadEnd ?? []);
        if (step) expect(leads.join()).toContain(formatDayRange(step.earliestAt, step.latestAt, speech));
        if (end) expect(leads.join()).toContain(formatDeadEndTime(end, speech));
        if (near.length === 0 && forcedEventsOf(row).every(({ at }) => at > fixtureNow + 91 * dayMs)) {
          expect(leads).toEqual([]);
        }
      }),
    );
  });
});
