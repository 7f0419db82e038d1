import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as getStream } from "#app/api/stream/route.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import type { EmbeddedGarden } from "../embedded/start-embedded-garden.ts";
import { embeddedForTest, tokenOf } from "../testing/embedded-garden.ts";
import { percentile, threadCpuMs } from "../testing/loop-work.ts";
import { ask, cookieOf, type RouteWorld, routeWorld } from "../testing/route-world.ts";
import { createSkewedClock, type SkewedClock } from "../testing/skewed-clock.ts";
import { StreamReader } from "../testing/stream-reader.ts";

let world: RouteWorld;
let embedded: EmbeddedGarden;
let clock: SkewedClock;
const tabs = new AbortController();

beforeAll(async () => {
  clock = createSkewedClock();
  const started = await embeddedForTest();
  embedded = started.embedded;
  world = await routeWorld({ found: started.found, clock });
  await vi.waitUntil(() => world.app.isReady(), 30_000);
}, 60_000);
afterAll(async () => {
  tabs.abort();
  await world.stop();
});

async function open(user: string): Promise<Response> {
  const token = tokenOf(embedded, "operator");
  const cookie = await cookieOf(world.app, { id: user, user: { name: user, groups: [] }, token });
  return getStream(ask("/api/stream", { cookie, signal: tabs.signal }));
}

function touchAll(mark: string): void {
  for (const { metadata } of embedded.api.list<Shoot>({ resource: shoots })) {
    const target = { resource: shoots, namespace: metadata.namespace ?? "", name: metadata.name };
    embedded.api.patch(target, { metadata: { labels: { mark } } });
  }
}

/** All that waits for a reader who comes back after the stream was closed. */
async function bytesWaiting(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes;
}

const readers = 200;
const rounds = 8;

/** What a round of changes costs until the live reader has all of it: its share in the processor's time, not in the wall's. */
async function roundCostsMs(live: StreamReader, marks: readonly string[]): Promise<readonly number[]> {
  const costs: number[] = [];
  for (const mark of marks) {
    const before = threadCpuMs();
    touchAll(mark);
    await live.until(({ rows }) => [...rows.values()].every(({ labels }) => labels?.mark === mark));
    costs.push(threadCpuMs() - before);
  }
  return costs;
}

const marks = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);
const mib = 1024 * 1024;

test("S26: two hundred readers that take nothing cost little, are closed, and keep nothing from the one that reads", async () => {
  const live = new StreamReader(await open("live"));
  await live.until(({ types }) => types.includes("snapshot"));
  const snapshotBytes = live.text.length;
  await roundCostsMs(live, marks("warm-up", 4));
  const alone = await roundCostsMs(live, marks("alone", rounds));
  const residentBefore = process.memoryUsage.rss();
  const stalled = await Promise.all(Array.from({ length: readers }, (_, index) => open(`stalled-${index}`)));
  // Until what they may lag behind is used up, they are served as everybody is.
  await roundCostsMs(live, marks("filling", 4));
  const besideThem = await roundCostsMs(live, marks("round", rounds));
  expect(process.memoryUsage.rss() - residentBefore).toBeLessThan(150 * mib);
  expect(percentile(besideThem, 0.5)).toBeLessThan(1.5 * percentile(alone, 0.5) + 10);
  expect(world.app.streams.size).toBe(readers + 1);
  clock.skip(31_000);
  await vi.waitUntil(() => world.app.streams.size === 1, 5_000);
  // A snapshot, the allowance, and one frame that may exceed it: whatever happens, no more.
  const waiting = await Promise.all(stalled.map(bytesWaiting));
  expect(Math.max(...waiting)).toBeLessThan(2 * snapshotBytes + 256 * 1024);
  expect(live.text.length).toBeGreaterThan(snapshotBytes * 4);
}, 120_000);
