import { setTimeout as pause } from "node:timers/promises";
import type { SharedTestSetup } from "../faults/farm.ts";
import type { AlmanacProcess } from "../faults/product-process.ts";
import { signInPeople } from "../faults/scenarios/crowd.ts";
import { TestBed } from "../faults/test-bed.ts";
import { secondsUntil } from "../faults/until.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";
import { type Measurement, mbOfMib, measurementNames, percentile } from "./measurement.ts";
import { ViewingPage } from "./viewing-page.ts";

export interface ViewerLoad {
  readonly shoots: number;
  /** Number of pages that are opened at once and stay open; ten per user. */
  readonly viewers: number;
}

/** The largest number of viewers is what a landscape has to support at its busiest time. */
const busyViewers = 1_000;
const tabs = 10;
/** Number of pages that parse changes; the others discard received data, to limit the cost of the load generator. */
const looking = 25;
/** Each write changes another Shoot, so that none is overwritten by the next. */
const writtenShoots = 1_000;
const writingS = 20;
const openWithinS = 240;
/** Time after the last write in which its change arrives. */
const arriveMs = 2_000;
const laterMs = 60_000;

interface Most {
  readonly changeMs?: number;
  readonly percent?: number;
  readonly peak?: number;
  readonly later?: number;
}

/** Limits for 10,000 Shoots. */
const limits: Readonly<Record<number, Most>> = {
  500: { changeMs: 200, peak: 600, later: 400 },
  [busyViewers]: { changeMs: 1_000, percent: 50 },
};

/**
 * Measures many users who open the list at once and stay while clusters change: the delay of changes, and processor and
 * memory use. Almanac, garden, and pages with the writer are three processes.
 */
export async function measureViewers(
  farm: SharedTestSetup,
  { shoots, viewers }: ViewerLoad,
): Promise<readonly Measurement[]> {
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

/** Records when a page first receives each change; a row can be sent again for another reason. */
function marksInto(seen: Seen[]): (event: string, at: number) => void {
  const known = new Set<string>();
  return (event, at) => {
    for (const [mark] of event.matchAll(/mark-\d+/g)) {
      if (!known.has(mark)) seen.push({ mark, at });
      known.add(mark);
    }
  };
}

/** Writes the given number of times per second; returns the share of a core that Almanac uses meanwhile. */
async function write(product: AlmanacProcess, perSecond: number, mark: (index: number) => Promise<string>) {
  /** Time before each write was sent. */
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
