import { setTimeout as pause } from "node:timers/promises";
import type { Farm } from "../faults/farm.ts";
import type { ProductProcess } from "../faults/product-process.ts";
import { signInPeople } from "../faults/scenarios/crowd.ts";
import { TestBed } from "../faults/test-bed.ts";
import { secondsUntil } from "../faults/until.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";
import { type Measurement, mbOfMib, measurementNames, percentile } from "./measurement.ts";
import { ViewingPage } from "./viewing-page.ts";

export interface Crowd {
  readonly shoots: number;
  /** Pages that are opened at once and stay; ten to a person. */
  readonly viewers: number;
}

/** The largest crowd is the one that a landscape is to bear at its busiest. */
const busyViewers = 1_000;
const tabs = 10;
/** So many pages look for changes; the others take what comes unread, and cost the generator little. */
const looking = 25;
/** Each write goes to another Shoot, so that none is overtaken by the next. */
const writtenShoots = 1_000;
const writingS = 20;
const openWithinS = 240;
/** What was written last is on its way. */
const arriveMs = 2_000;
const laterMs = 60_000;

interface Most {
  readonly changeMs?: number;
  readonly percent?: number;
  readonly peak?: number;
  readonly later?: number;
}

/** At 10,000 Shoots. */
const limits: Readonly<Record<number, Most>> = {
  500: { changeMs: 200, peak: 600, later: 400 },
  [busyViewers]: { changeMs: 1_000, percent: 50 },
};

/**
 * People who open the list at once and stay, while clusters change: how soon they know, and what that takes. The production
 * build with what the image gives it, its garden, and the pages with the writer are three processes.
 */
export async function measureViewers(farm: Farm, { shoots, viewers }: Crowd): Promise<readonly Measurement[]> {
  const most = shoots === 10_000 ? (limits[viewers] ?? {}) : {};
  const environment = { LOG_LEVEL: "warn", ...imageEnvironment() };
  const world = await TestBed.open(farm, { nodeOptions: imageOptions(), environment, isDirect: true });
  const pages: ViewingPage[] = [];
  try {
    if ((await world.ready(openWithinS)) === undefined) throw new Error("Almanac does not become ready");
    const people = await signInPeople(world, Math.ceil(viewers / tabs));
    const { product } = world;
    product.forgetPeak();
    const seen: Seen[] = [];
    const every = Math.ceil(viewers / looking);
    for (let index = 0; index < viewers; index += 1) {
      const person = people[index % people.length];
      if (person !== undefined) pages.push(new ViewingPage(person, index % every === 0 ? marksInto(seen) : undefined));
    }
    await secondsUntil(() => pages.every(({ follows }) => follows), openWithinS);
    const perSecond = viewers >= busyViewers ? 50 : 20;
    const { sent, cpuShare } = await write(product, perSecond, (index) => farm.garden.mark(index % writtenShoots));
    await pause(laterMs);
    const { peakMib, nowMib } = product.memory();
    const failed = pages.flatMap(({ failures, follows }) => (follows ? failures : [0])).length;
    const listMs = pages.flatMap((page) => page.listMs ?? []);
    const changeMs = seen.flatMap(({ mark, at }) => (sent.has(mark) ? [at - (sent.get(mark) ?? at)] : []));
    return [
      { name: "viewers: pages that failed", unit: "%", value: (failed * 100) / viewers, most: 0, viewers },
      { name: "viewers: all rows, p95", unit: "s", value: percentile(listMs, 0.95) / 1000, viewers },
      { name: "viewers: change to client, p50", unit: "ms", value: percentile(changeMs, 0.5), viewers },
      {
        ...{ name: "viewers: change to client, p95", unit: "ms", value: percentile(changeMs, 0.95) },
        ...{ most: most.changeMs, viewers },
      },
      {
        ...{ name: `viewers: processor at ${perSecond} writes a second`, unit: "%", value: cpuShare * 100 },
        ...{ most: most.percent, viewers },
      },
      { name: measurementNames.viewersMemoryMost, unit: "MB", value: mbOfMib(peakMib), most: most.peak, viewers },
      { name: measurementNames.viewersMemoryLater, unit: "MB", value: mbOfMib(nowMib), most: most.later, viewers },
    ];
  } finally {
    for (const page of pages) page.close();
    await world.close();
  }
}

interface Seen {
  readonly mark: string;
  readonly at: number;
}

/** Notes when one page has heard of each mark first: a row may come again for another reason. */
function marksInto(seen: Seen[]): (event: string, at: number) => void {
  const known = new Set<string>();
  return (event, at) => {
    for (const [mark] of event.matchAll(/mark-\d+/g)) {
      if (!known.has(mark)) seen.push({ mark, at });
      known.add(mark);
    }
  };
}

/** Writes so many times a second, however long each takes; the share of a core that the product needs meanwhile. */
async function write(product: ProductProcess, perSecond: number, mark: (index: number) => Promise<string>) {
  /** When each mark was about to be sent. */
  const sent = new Map<string, number>();
  const [before, startedAt] = [product.cpuMs(), performance.now()];
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < perSecond * writingS; index += 1) {
    const at = performance.now();
    begun.push(mark(index).then((value) => sent.set(value, at)));
    await pause(Math.max(0, startedAt + ((index + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(begun);
  const cpuShare = (product.cpuMs() - before) / (performance.now() - startedAt);
  await pause(arriveMs);
  return { sent, cpuShare };
}
