import { afterAll, expect, test, vi } from "vitest";
import { GET as getStream } from "#app/api/stream/route.ts";
import type { Shoot } from "#lib/garden/shoot.ts";
import { shoots } from "#lib/kube/resource.ts";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { percentile, threadCpuMs } from "#server/testing/loop-work.ts";
import { openStream } from "#server/testing/open-stream.ts";
import { createSessionCookie, pageRequest } from "#server/testing/route-test-bed.ts";
import { createSkewedClock } from "#server/testing/skewed-clock.ts";
import type { StreamReader } from "#server/testing/stream-reader.ts";

const clock = createSkewedClock();
const tabs = new AbortController();
// Registered after the demo garden and therefore executed before it stops.
const demo = startDemoTestBed({ clock });
afterAll(() => tabs.abort());

const cookieFor = (user: string) =>
  createSessionCookie(demo.app, {
    id: user,
    user: { name: user, groups: [] },
    token: tokenOfDemoUser(demo.embedded, "operator"),
  });

/** Opens a stream that is never read, starting at the cursor of the stream `live`. */
async function stall(user: string, live: StreamReader): Promise<Response> {
  const headers = { "last-event-id": live.cursor };
  return getStream(pageRequest("/api/stream", { cookie: await cookieFor(user), headers, signal: tabs.signal }));
}

function touchAll(mark: string): void {
  for (const { metadata } of demo.embedded.api.list<Shoot>({ resource: shoots })) {
    const target = { resource: shoots, namespace: metadata.namespace ?? "", name: metadata.name };
    demo.embedded.api.patch(target, { metadata: { labels: { mark } } });
  }
}

/** All data buffered for a client that reconnects after its stream was closed. */
async function bytesWaiting(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
  return bytes;
}

const readers = 200;
const rounds = 8;

/** Processor time (not real time) of one round of changes until the live client has received all of them. */
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
  const live = await openStream(await cookieFor("live"), tabs.signal);
  const fleetBytes = JSON.stringify([...live.rows.values()]).length;
  await roundCostsMs(live, marks("warm-up", 4));
  const alone = await roundCostsMs(live, marks("alone", rounds));
  const residentBefore = process.memoryUsage.rss();
  const stalled = await Promise.all(Array.from({ length: readers }, (_, index) => stall(`stalled-${index}`, live)));
  // Clients are served normally until they exceed the allowed backlog.
  await roundCostsMs(live, marks("filling", 4));
  const besideThem = await roundCostsMs(live, marks("round", rounds));
  expect(process.memoryUsage.rss() - residentBefore).toBeLessThan(150 * mib);
  expect(percentile(besideThem, 0.5)).toBeLessThan(1.5 * percentile(alone, 0.5) + 10);
  expect(demo.app.streams.size).toBe(readers + 1);
  clock.skip(31_000);
  await vi.waitUntil(() => demo.app.streams.size === 1, eventuallyTimeoutMs);
  // At most the allowed backlog plus one frame, which can contain all clusters, is buffered.
  const waiting = await Promise.all(stalled.map(bytesWaiting));
  expect(Math.max(...waiting)).toBeLessThan(2 * fleetBytes + 256 * 1024);
  expect(live.text.length).toBeGreaterThan(fleetBytes * 4);
});
