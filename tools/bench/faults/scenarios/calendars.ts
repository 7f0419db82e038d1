import { textAt } from "#lib/kube/field.ts";
import type { Farm } from "../farm.ts";
import { TestBed } from "../test-bed.ts";

export interface MadeFeed {
  /** Its secret address. */
  readonly path: string;
  /** How many events it had when nothing was wrong. */
  readonly events: number;
}

const feeds = new WeakMap<Farm, Promise<MadeFeed>>();

/** One feed of everything for the whole farm, made and fetched once while nothing is wrong. */
export function makeFeed(farm: Farm): Promise<MadeFeed> {
  const made = feeds.get(farm) ?? make(farm);
  feeds.set(farm, made);
  return made;
}

async function make(farm: Farm): Promise<MadeFeed> {
  const world = await TestBed.open(farm);
  try {
    if ((await world.ready()) === undefined) throw new Error("Almanac does not become ready");
    return await feedIn(world);
  } finally {
    await world.close();
  }
}

/** Makes a feed of everything in a world that is ready. */
export async function feedIn(world: TestBed): Promise<MadeFeed> {
  const person = await world.person();
  const answer = await person.send("POST", "/api/feeds", { name: "Everything", query: "", alarms: false });
  const token = textAt(JSON.parse(answer.body.toString()), "token");
  if (token === undefined) throw new Error(`no feed: ${answer.status} ${answer.body}`);
  const path = `/api/feeds/${token}.ics`;
  const { body } = await world.read(path);
  return { path, events: eventsIn(body) };
}

export function eventsIn(calendar: Buffer): number {
  return calendar.toString().split("BEGIN:VEVENT").length - 1;
}

export function cancelledIn(calendar: Buffer): number {
  return calendar.toString().split("STATUS:CANCELLED").length - 1;
}
