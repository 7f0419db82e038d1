import { brotliDecompressSync } from "node:zlib";
import type { Browser, Page, Request } from "@playwright/test";
import * as z from "zod";
import { sendBenchRequest } from "../faults/exchange.ts";
import type { SharedTestSetup } from "../faults/farm.ts";
import { openClusterList } from "./list-page.ts";
import { measureRaw } from "./measure-raw.ts";
import { type Measurement, maxForSize, mbOfMib, measurementNames } from "./measurement.ts";
import { openSignedInPage, type ScaleSetup, startAlmanacWithoutProxy, warmUpBrowser } from "./setup.ts";

const mostMemory = { 10000: 340, 50000: 900 };
/** Heap size for 50,000 Shoots according to docs/sizes.md; the image's default suffices for 20,000. */
const largeHeap = ["--max-old-space-size=1024"];

/** The running Almanac that all other parts use, and the measurements of its start. */
export interface StartMeasurement {
  readonly setup: ScaleSetup;
  readonly figures: readonly Measurement[];
}

/** Measures the time from process start to a page with all clusters, and a read of the same Shoots without Almanac. */
export async function measureStart(farm: SharedTestSetup, browser: Browser, shoots: number): Promise<StartMeasurement> {
  const raw = await measureRaw(farm);
  const { world, livesS, readyS } = await startAlmanacWithoutProxy(farm, shoots > 20_000 ? largeHeap : []);
  const setup = { farm, world, browser, shoots };
  try {
    const { product } = world;
    const cpuS = product.cpuMs() / 1000;
    const ready = product.memory();
    const rawS = raw.find(({ name }) => name === measurementNames.rawTime)?.value ?? Number.NaN;
    await warmUpBrowser(setup);
    const first = await firstPage(setup);
    const after = first.memory;
    const again = await openSignedInPage(setup);
    const rowsS = await openClusterList(again, setup);
    await again.context().close();
    const memory = (name: string, mib: number): Measurement => {
      return { name, unit: "MB", value: mbOfMib(mib), most: maxForSize(shoots, mostMemory), cost: "memory" };
    };
    const figures: readonly Measurement[] = [
      ...raw,
      { name: "start: lives", unit: "s", value: livesS },
      { name: measurementNames.ready, unit: "s", value: readyS },
      {
        name: "start: ready, by the raw list",
        unit: "×",
        value: readyS / rawS,
        most: maxForSize(shoots, { 10000: 1.3, 50000: 1.3 }),
      },
      { name: measurementNames.startProcessor, unit: "s", value: cpuS, cost: "processor" },
      memory(measurementNames.memoryReady, ready.nowMib),
      memory(measurementNames.memoryPage, after.nowMib),
      memory(measurementNames.memoryMost, after.peakMib),
      ...first.figures,
      {
        name: "rows on screen, warm server",
        unit: "s",
        value: rowsS,
        most: maxForSize(shoots, { 10000: 1, 50000: 4 }),
      },
    ];
    return { setup, figures };
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** Measures the first opening of the list: sent bytes, and the work in browser and server. */
async function firstPage(setup: ScaleSetup) {
  const { shoots } = setup;
  const page = await openSignedInPage(setup);
  const coming = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/fleet");
  const rowsS = await openClusterList(page, setup);
  const request = (await coming).request();
  const heapMb = await heapOf(page);
  const memory = setup.world.product.memory();
  const sent = await sizeOfAnswer(request);
  await page.context().close();
  const limit = (at10000: number) => maxForSize(shoots, { 10000: at10000 });
  const figures: readonly Measurement[] = [
    { name: "rows on screen, first visit of all", unit: "s", value: rowsS },
    { name: measurementNames.fleetDecoded, unit: "MB", value: sent.decodedBytes / 1e6, most: limit(6), cost: "bytes" },
    { name: measurementNames.fleetPacked, unit: "kB", value: sent.packedBytes / 1e3, most: limit(600), cost: "bytes" },
    { name: measurementNames.browserHeap, unit: "MB", value: heapMb, most: limit(23), cost: "memory" },
  ];
  return { figures, memory };
}

/** Repeats a request outside the browser, which returns no bodies of this size, compressed and uncompressed. */
export async function sizeOfAnswer(request: Request) {
  const { port, pathname, search } = new URL(request.url());
  const answer = await sendBenchRequest(Number(port), {
    path: `${pathname}${search}`,
    headers: await request.allHeaders(),
  });
  if (answer.status !== 200) throw new Error(`${pathname} answered ${answer.status}`);
  if (answer.headers["content-encoding"] !== "br") throw new Error(`${pathname} is not sent in brotli`);
  return { packedBytes: answer.body.byteLength, decodedBytes: brotliDecompressSync(answer.body).byteLength };
}

const usageSchema = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

/** Size of heap and external buffers after garbage collection, in megabytes. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // The second garbage collection frees objects released by finalizers of the first.
  for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = usageSchema.parse(await session.send("Runtime.getHeapUsage"));
  return (usedSize + backingStorageSize) / 1e6;
}
