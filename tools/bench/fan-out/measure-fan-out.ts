import { setTimeout as pause } from "node:timers/promises";
import { Farm } from "../faults/farm.ts";
import { signedIn } from "../faults/scenarios/crowd.ts";
import { secondsUntil } from "../faults/until.ts";
import { World } from "../faults/world.ts";
import { imageEnvironment, imageOptions } from "../image-options.ts";
import { type Cost, costOf } from "./cost.ts";
import { paced } from "./paced.ts";
import { Page } from "./page.ts";
import { type Spread, spreadOf } from "./spread.ts";

export interface FanOutLoad {
  /** With the seventy of the demo landscape. Of no meaning where there is a farm. */
  readonly shoots: number;
  /** A garden that runs already, and goes on. */
  readonly farm?: Farm;
  /** Pages that are opened at once and stay; ten to a person. */
  readonly viewers: number;
  readonly writesPerSecond: number;
  /** For so long it is written to; 20 seconds without. */
  readonly writingS?: number;
  /** Memory is read again so long after the last write; a minute without. */
  readonly afterS?: number;
  /** Pages open their streams before they have read anything, as after a restart. */
  readonly isBare?: boolean;
}

export interface FanOutFigures extends Cost {
  /** From the start of the process until it is ready. */
  readonly readyS: number;
  /** Until every page has all rows and its stream. */
  readonly openedS: number;
  /** Until a page has all rows. */
  readonly listMs: Spread;
  /** Answers that are no success, and pages that did not open. */
  readonly failed: number;
  /** From the moment before a write is sent until a page has the change, unpacked. */
  readonly changeMs: Spread;
  /** Bytes that all pages got a second while it is written to. */
  readonly bytesPerSecond: number;
  /** Resident memory of the product, in MiB: before the pages, most, and at the end. */
  readonly readyMib: number;
  readonly peakMib: number;
  readonly afterMib: number;
}

const tabs = 10;
/** So many pages look for changes; the others take what comes unread, and cost the generator little. */
const looking = 25;
/** Each write goes to another Shoot, so that none is overtaken by the next. */
const writtenShoots = 1_000;
const openWithinS = 240;
/** What was written last is on its way. */
const arriveMs = 2_000;

/**
 * Many people look at a landscape that is written to. The production build with what the image gives it, its garden, and
 * the pages with the writer are three processes.
 */
export async function measureFanOut(load: FanOutLoad): Promise<FanOutFigures> {
  const farm = load.farm ?? (await Farm.open({ people: 1, garden: ["--shoots", String(load.shoots)] }));
  const startedAt = performance.now();
  const options = {
    nodeOptions: imageOptions(),
    environment: { LOG_LEVEL: "warn", ...imageEnvironment() },
    isDirect: true,
  };
  const world = await World.open(farm, options);
  const pages: Page[] = [];
  try {
    if ((await world.ready(openWithinS)) === undefined) throw new Error("Almanac does not become ready");
    const readyS = (performance.now() - startedAt) / 1000;
    return { readyS, ...(await look(world, pages, load)) };
  } finally {
    for (const page of pages) page.close();
    await world.close();
    if (load.farm === undefined) await farm.close();
  }
}

async function look(world: World, pages: Page[], load: FanOutLoad): Promise<Omit<FanOutFigures, "readyS">> {
  const { viewers: count, afterS = 60, isBare = false } = load;
  const people = await signedIn(world, Math.ceil(count / tabs));
  const { product } = world;
  const readyMib = product.memory().nowMib;
  product.forgetPeak();
  const seen: Seen[] = [];
  const every = Math.ceil(count / looking);
  const openedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const person = people[index % people.length];
    const hear = index % every === 0 ? marksInto(seen) : undefined;
    if (person !== undefined) pages.push(new Page(person, { isBare, hear }));
  }
  await secondsUntil(() => pages.every(({ followsAt }) => followsAt !== undefined), openWithinS);
  const openedS = (performance.now() - openedAt) / 1000;
  const written = await write(world, pages, load);
  await pause(afterS * 1000);
  const { peakMib, nowMib: afterMib } = product.memory();
  const failed = pages.flatMap(({ failures, followsAt }) => (followsAt === undefined ? [0] : failures)).length;
  const listMs = spreadOf(pages.flatMap(({ listMs }) => listMs ?? []));
  const waits = seen.flatMap(({ mark, at }) => at - (written.sent.get(mark) ?? Number.NaN));
  const changeMs = spreadOf(waits.filter((ms) => !Number.isNaN(ms)));
  const { cost, bytesPerSecond } = written;
  return { openedS, listMs, failed, changeMs, ...cost, bytesPerSecond, readyMib, peakMib, afterMib };
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

async function write(world: World, pages: readonly Page[], { writesPerSecond, writingS = 20 }: FanOutLoad) {
  /** When each mark was about to be sent. */
  const sent = new Map<string, number>();
  const bytes = () => pages.reduce((sum, page) => sum + page.bytes, 0);
  const before = bytes();
  const cost = await costOf(world.product, () =>
    paced({ perSecond: writesPerSecond, seconds: writingS }, async (index) => {
      const at = performance.now();
      sent.set(await world.farm.garden.mark(index % writtenShoots), at);
    }),
  );
  const bytesPerSecond = (bytes() - before) / writingS;
  await pause(arriveMs);
  return { sent, cost, bytesPerSecond };
}
