import { beforeAll, describe, expect, test } from "vitest";
import type { CloudProfile, NamespacedCloudProfile } from "#lib/garden/cloud-profile.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { cloudProfiles, namespacedCloudProfiles, shoots } from "#lib/kube/resource.ts";
import { dayMs, hourMs, minuteMs } from "#lib/kube/time-units.ts";
import { runYieldingTask } from "#lib/yielding-task.ts";
import { createWatchedFleet, type WatchedObjects } from "#server/fleet/create-watched-fleet.fixture.ts";
import { startTestGarden } from "#server/testing/embedded-garden.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { feedEntriesTask } from "./feed-entries.ts";
import type { PublishedEvents } from "./feed-record.ts";
import { type PublishedEntry, publishEntries } from "./publish-entries.ts";
import { readCalendarInput } from "./read-calendar-input.ts";
import { writeCalendar } from "./write-calendar.ts";

let objects: WatchedObjects;
let startAt: number;

beforeAll(async () => {
  const { embedded } = await startTestGarden();
  objects = {
    shoots: embedded.api.list<Shoot>({ resource: shoots }),
    cloudProfiles: embedded.api.list<CloudProfile>({ resource: cloudProfiles }),
    namespacedCloudProfiles: embedded.api.list<NamespacedCloudProfile>({ resource: namespacedCloudProfiles }),
  };
  startAt = embedded.clock.now().getTime();
  await embedded.stop();
});

type Replica = Awaited<ReturnType<typeof createWatchedFleet>>;

/** A process that was started some time after the first one and has read the collections in another order. */
async function replica(afterMs: number): Promise<Replica> {
  const given = afterMs === 0 ? objects : { ...objects, shoots: objects.shoots.toReversed() };
  return createWatchedFleet(given, new Date(startAt + afterMs));
}

interface Told {
  readonly file: string;
  readonly entries: readonly PublishedEntry[];
  readonly published: PublishedEvents;
}

async function tell(
  { fleet, sources, directory, clock }: Replica,
  query: string,
  before: PublishedEvents,
): Promise<Told> {
  const app = { fleet, sources, directory, now: () => clock.wallMs() };
  const input = await readCalendarInput(app, { scope: fullScope, may: async () => true }, query);
  const { entries, unshown } = runYieldingTask(feedEntriesTask(input));
  const publication = publishEntries(entries, { before, unshown, holdBack: false, now: clock.wallMs() });
  const about = { name: "a", description: "b", alarms: true, origin: "https://almanac.example.com" };
  return { ...publication, file: writeCalendar({ ...about, entries: publication.entries }) };
}

const everything = "?layer=k8s,image,stage,forced,rotation,window&unused=1";

describe("a feed behind two replicas", () => {
  test("is the same to the byte whichever answers, for thirty hours in which nothing changes but the time", async () => {
    // One process computed its forecasts before a maintenance window and the other one during it.
    const [first, second] = [await replica(0), await replica(7 * minuteMs)];
    await first.clock.advance(7 * minuteMs);
    let published: PublishedEvents = {};
    const changed = new Set<string>();
    for (let passed = 0; passed < 30 * hourMs; passed += hourMs) {
      const a = await tell(first, everything, published);
      const b = await tell(second, everything, a.published);
      expect(b.file).toBe(a.file);
      expect(b.published).toEqual(a.published);
      published = b.published;
      for (const { id, sequence } of b.entries) if (sequence > 0) changed.add(id);
      await first.clock.advance(hourMs);
      await second.clock.advance(hourMs);
    }
    expect(Object.keys(published).length).toBeGreaterThan(100);
    // When a window passes without maintenance, the forecast of one cluster changes.
    expect(changed.size).toBeLessThanOrEqual(2);
  }, 120_000);

  test("tells what is due already by the date of its cause, or by the day on which it was told first", async () => {
    const only = await replica(0);
    const { entries, published } = await tell(only, "?layer=forced", {});
    const undated = entries.filter((entry) => entry.undated);
    expect(undated.length).toBeGreaterThan(0);
    await only.clock.advance(3 * dayMs);
    const later = await tell(only, "?layer=forced", published);
    for (const { id, startAt: began } of undated) {
      expect(later.entries.find((entry) => entry.id === id)).toMatchObject({ startAt: began, sequence: 0 });
    }
  });
});
