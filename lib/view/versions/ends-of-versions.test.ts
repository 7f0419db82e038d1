import { describe, expect, test } from "vitest";
import type { Profile } from "#lib/contract/versions.ts";
import { sampleFleetRow } from "#lib/fleet/sample-fleet-row.fixture.ts";
import { fixtureNow, sampleDeadEnd, sampleForcedStep, sampleRowForecast } from "#lib/forecast/row-forecast.fixture.ts";
import { dayMs } from "#lib/kube/time-units.ts";
import type { ForecastStep } from "#lib/policy/forecast/component-forecast.ts";
import { newestClassificationContextAt } from "#lib/policy/versions/newest-classification-context.ts";
import { type DisplayClock, utcClock } from "#lib/words/clock.ts";
import { describeDeadEndRemedy } from "#lib/words/dead-end-descriptions.ts";
import { describeExcludedCauses, describeStepCause } from "#lib/words/step-descriptions.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { feedEntriesTask } from "#server/feeds/feed-entries.ts";
import { entriesByDay } from "../calendar/calendar-days.ts";
import { calendarEventsOf } from "../calendar/calendar-events-of.ts";
import { forecastClauses } from "../cluster/forecast-clauses.ts";
import { describeForcedChange, describeForcedReason } from "../forecast/forced-change-descriptions.ts";
import { whatIfChangeLabel } from "../upcoming-versions/what-if-labels.ts";
import { describeProfileDifference } from "./describe-profile-difference.ts";
import { profileDifferences, profileSnapshotOf } from "./profile-differences.ts";
import { profileWithUsageOf } from "./read-profiles.ts";
import { versionGroups } from "./version-groups.ts";
import { describeNextUpdate, describeSegment, expiryLabel } from "./version-labels.ts";

const now = fixtureNow;
const version = "1.33.4";
const places = ["Pacific/Auckland", "America/Los_Angeles", "Pacific/Kiritimati"] as const;
const clocks: readonly (readonly [string, DisplayClock])[] = [
  ["UTC", utcClock],
  ...places.map((timeZone) => [timeZone, { kind: "zone", timeZone }] as const),
];

/** All places that show the expiration date of a version, each with the text that a screen, dialog or feed uses. */
function textsWithEnd(clock: DisplayClock, end: string): Readonly<Record<string, string>> {
  const endsAt = Date.parse(end);
  const speech = { clock, now };
  const lists = { kubernetes: { versions: [{ version, classification: "deprecated", expirationDate: end }] } };
  const profile: Profile = { kind: "CloudProfile", name: "gcp", resourceVersion: "1", lists };
  const step = sampleForcedStep(60, { from: version, endsAt });
  const stuck = sampleFleetRow({ forecast: sampleRowForecast({ deadEnds: [sampleDeadEnd(61, { version, endsAt })] }) });
  const row = sampleFleetRow({
    kubernetes: { version, classification: "deprecated" },
    forecast: sampleRowForecast({ forced: [step] }),
  });
  const read = profileWithUsageOf(profile, [profile], [row]);
  const [listed] = versionGroups({
    profiles: [read],
    subject: { kind: "kubernetes" },
    reading: newestClassificationContextAt(now),
    rows: [row],
  }).flatMap((group) => group.rows);
  if (listed === undefined) throw new Error("the version is listed");
  const hop: ForecastStep = {
    kind: "forced",
    from: version,
    to: "1.34.1",
    earliestAt: step.earliestAt,
    confidence: "dated",
    path: "early",
    effects: [],
    cleanups: [],
    cause: {
      code: "expired",
      leave: { code: "expired", expiredAt: endsAt },
      targetClassification: "supported",
      notBecause: [{ code: "expiry-of-current", version, at: endsAt }],
    },
  };
  const time = { clock, nowAt: now };
  const input = { rows: [row], profiles: [profile], unused: false, now, range: { from: now, to: now + 400 * dayMs } };
  const ends = calendarEventsOf({ ...input, layers: ["k8s"] });
  const entry = runYieldingTask(feedEntriesTask({ ...input, layers: ["k8s"] })).entries[0];
  return {
    "reason in the list": describeForcedReason(step, speech),
    "dead end in the list": describeForcedChange(stuck, speech).title,
    "sentence of the cluster": forecastClauses(row, speech)
      .map(({ why }) => why)
      .join(),
    "cause on Updates": describeStepCause(hop, speech),
    "what is not the cause on Updates": describeExcludedCauses(hop, speech).join(),
    "simulated expiry": whatIfChangeLabel({ code: "move-expiry", place: { version }, at: endsAt }),
    remedy: describeDeadEndRemedy({ code: "end-preview", version, at: endsAt }),
    "cell on Versions": expiryLabel(listed, time),
    "bar on Versions": describeSegment(listed, 0, time),
    "forced on Versions": describeNextUpdate(listed.next()).join(),
    "difference on Versions": profileDifferences({}, profileSnapshotOf(lists))
      .concat(
        profileDifferences(profileSnapshotOf({ kubernetes: { versions: [{ version }] } }), profileSnapshotOf(lists)),
      )
      .map(describeProfileDifference)
      .join(),
    calendar: [...entriesByDay(ends, clock).keys()].map(spelt).join(),
    feed: entry === undefined ? "" : spelt(new Date(entry.startAt).toISOString().slice(0, 10)),
  };
}

/** A date such as `2027-01-20` in the format of texts. */
function spelt(day: string): string {
  const [year, , date] = day.split("-");
  return `${Number(date)} Jan ${year}`;
}

describe.each([
  ["with the last second of a day", "2027-01-20T23:59:59Z"],
  ["at midnight, when that day is over", "2027-01-21T00:00:00Z"],
])("a version that ends %s", (_how, end) => {
  test.each(clocks)("ends on the same day of UTC everywhere, read in %s", (_place, clock) => {
    for (const [where, words] of Object.entries(textsWithEnd(clock, end))) {
      expect(words, where).toContain("20 Jan 2027");
      expect(words, where).not.toMatch(/(19|21) Jan/);
    }
  });
});
