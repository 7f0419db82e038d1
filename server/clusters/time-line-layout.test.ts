import { afterAll, beforeAll, expect, test } from "vitest";
import type { FleetRow } from "#lib/contract/fleet.ts";
import { forecastHorizon } from "#lib/forecast/horizon.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { hourMs } from "#lib/kube/time-units.ts";
import { forecastShoot } from "#lib/policy/forecast/forecaster.ts";
import { effectiveProfile } from "#lib/policy/profiles/effective-profile.ts";
import { clusterTimeLine } from "#lib/view/cluster/time-line/time-line.ts";
import { type TimeLineEvent, timeLineTracks } from "#lib/view/cluster/time-line/time-line-event.ts";
import {
  layoutTimeLineAxis,
  layoutTimeLineTrack,
  nearPercent,
  type TimeLineLabel,
  timeLinePercent,
  timeLineScaleParts,
} from "#lib/view/cluster/time-line/time-line-layout.ts";
import { utcClock } from "#lib/words/clock.ts";
import { createWatchedFleet } from "#server/fleet/create-watched-fleet.fixture.ts";
import { demoObjects } from "#server/testing/demo-objects.ts";

const now = new Date("2026-11-24T09:10:00Z");
const time = { now: now.getTime(), clock: utcClock };
const objects = demoObjects(now, 0);
let demo: Awaited<ReturnType<typeof createWatchedFleet>>;
beforeAll(async () => {
  demo = await createWatchedFleet(objects, now);
});
afterAll(() => demo.fleet.close());

/** Widths in px of the chart in windows of 390 and 1440 px. */
const widths = [326, 1080];

function eventsOf(row: FleetRow, shoot: Shoot): readonly TimeLineEvent[] {
  const profile = effectiveProfile(shoot, {
    cloudProfile: (name) => objects.cloudProfiles.find(({ metadata }) => metadata.name === name),
    namespacedCloudProfile: (namespace, name) =>
      objects.namespacedCloudProfiles.find(
        ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
      ),
  });
  const horizon = forecastHorizon(time.now);
  const forecast = forecastShoot(shoot, profile.ok ? profile.value : undefined, { now: time.now, horizon });
  return clusterTimeLine({ row, shoot, ...(forecast.outcome === "foreseen" && { outlook: forecast }) }, time);
}

interface Drawn {
  readonly what: string;
  readonly leftPx: number;
  readonly rightPx: number;
}

const drawnLabel = ({ label, leftPx, widthPx }: TimeLineLabel): Drawn => ({
  what: label,
  leftPx,
  rightPx: leftPx + widthPx,
});
const drawnLabels = (label: TimeLineLabel | undefined) => (label === undefined ? [] : [drawnLabel(label)]);

/** Everything that is drawn on one line, from left to right, must not touch and must not leave the chart. */
function expectApart(drawn: readonly Drawn[], widthPx: number): void {
  const sorted = drawn.toSorted((a, b) => a.leftPx - b.leftPx);
  for (const [index, each] of sorted.entries()) {
    const before = sorted[index - 1];
    if (each.leftPx < (before?.rightPx ?? 0) || each.rightPx > widthPx) expect([before, each, widthPx]).toEqual([]);
  }
}

test("no symbol and no label of the demo's clusters reaches another one, on a phone as on a wide screen", () => {
  const seen = { merged: 0, single: 0, labelled: 0 };
  const rows = new Map(demo.rows().map((row) => [row.uid, row]));
  for (const shoot of objects.shoots) {
    const row = rows.get(shoot.metadata.uid ?? `${shoot.metadata.namespace}/${shoot.metadata.name}`);
    if (row === undefined) throw new Error(`no row for ${shoot.metadata.name}`);
    const events = eventsOf(row, shoot);
    for (const widthPx of widths) {
      for (const track of timeLineTracks) {
        const ofTrack = events.filter((event) => event.track === track);
        const marks = layoutTimeLineTrack(ofTrack, { now: time.now, widthPx });
        expect(marks.flatMap((mark) => mark.events)).toEqual(ofTrack);
        expectApart(
          marks.flatMap(({ leftPx, symbolPx, label, events: merged }) => [
            { what: merged.map(({ key }) => key).join(), leftPx, rightPx: leftPx + symbolPx },
            ...drawnLabels(label),
          ]),
          widthPx,
        );
        for (const { events: merged, label } of marks) {
          seen[merged.length > 1 ? "merged" : "single"] += 1;
          if (label !== undefined) seen.labelled += 1;
        }
      }
    }
  }
  expect(Math.min(seen.merged, seen.single, seen.labelled)).toBeGreaterThan(50);
});

test("no label of the axis reaches another one, whatever the hour, and today is always labelled", () => {
  for (let hour = 0; hour < 24 * 40; hour += 7) {
    for (const widthPx of widths) {
      const at = time.now + hour * hourMs;
      const ticks = layoutTimeLineAxis({ now: at, clock: utcClock, widthPx });
      expect(ticks.find(({ isToday }) => isToday)?.label?.label).toBe("Today");
      expectApart(
        ticks.flatMap(({ label }) => drawnLabels(label)),
        widthPx,
      );
    }
  }
});

test("the axis names its parts wherever its scale changes, also on a phone", () => {
  for (const widthPx of widths) {
    const parts = timeLineScaleParts(widthPx);
    expect(parts.map(({ toPercent }) => toPercent)).toEqual([timeLinePercent(time.now, time.now), nearPercent, 100]);
    expectApart(
      parts.flatMap(({ label }) => drawnLabels(label)),
      widthPx,
    );
    expect(parts.every(({ label }) => label !== undefined)).toBe(true);
  }
});
