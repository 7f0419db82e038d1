import { stringAt } from "#lib/kube/field.ts";
import type { SharedTestSetup } from "../farm.ts";
import { TestBed } from "../test-bed.ts";

export interface BenchCalendarFeed {
  /** Secret URL of the feed. */
  readonly path: string;
  /** Number of events in the feed before any disturbance. */
  readonly events: number;
}

const feeds = new WeakMap<SharedTestSetup, Promise<BenchCalendarFeed>>();

/** Creates one calendar feed with all clusters, which all scenarios share, before any disturbance. */
export function createSharedFeed(farm: SharedTestSetup): Promise<BenchCalendarFeed> {
  const made = feeds.get(farm) ?? make(farm);
  feeds.set(farm, made);
  return made;
}

async function make(farm: SharedTestSetup): Promise<BenchCalendarFeed> {
  const world = await TestBed.open(farm);
  try {
    if ((await world.ready()) === undefined) throw new Error("Almanac does not become ready");
    return await createBenchCalendarFeed(world);
  } finally {
    await world.close();
  }
}

/** Creates a calendar feed with all clusters in an Almanac that is ready. */
export async function createBenchCalendarFeed(world: TestBed): Promise<BenchCalendarFeed> {
  const person = await world.person();
  const answer = await person.send("POST", "/api/feeds", { name: "Everything", query: "", alarms: false });
  const token = stringAt(JSON.parse(answer.body.toString()), "token");
  if (token === undefined) throw new Error(`no feed: ${answer.status} ${answer.body}`);
  const path = `/api/feeds/${token}.ics`;
  const { body } = await world.read(path);
  return { path, events: countCalendarEvents(body) };
}

export function countCalendarEvents(calendar: Buffer): number {
  return calendar.toString().split("BEGIN:VEVENT").length - 1;
}

export function countCancelledEvents(calendar: Buffer): number {
  return calendar.toString().split("STATUS:CANCELLED").length - 1;
}
