import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as getCalendar } from "#app/api/calendar/route.ts";
import { GET as getCluster } from "#app/api/clusters/[project]/[name]/route.ts";
import { POST as postSession } from "#app/api/session/route.ts";
import type { EmbeddedGarden } from "../embedded/start-embedded-garden.ts";
import { embeddedForTest, tokenOf } from "../testing/embedded-garden.ts";
import { percentile, threadCpuMs } from "../testing/loop-work.ts";
import { ask, cookieOf, problemIn, type RouteWorld, routeWorld } from "../testing/route-world.ts";

let world: RouteWorld;
let embedded: EmbeddedGarden;
beforeAll(async () => {
  const started = await embeddedForTest();
  embedded = started.embedded;
  world = await routeWorld({ found: started.found });
  await vi.waitUntil(() => world.app.isReady(), 30_000);
}, 60_000);
afterAll(() => world.stop());

const cookieFor = (id: string) => cookieOf(world.app, { id, token: tokenOf(embedded, "owner-commerce") });

/** What one look at a cluster takes while everything else goes on beside it: this thread's time, so no other process's. */
async function lookMs(cookie: string): Promise<number> {
  const before = threadCpuMs();
  const params = Promise.resolve({ project: "payments", name: "ledger-eu" });
  const response = await getCluster(ask("/api/clusters/payments/ledger-eu", { cookie }), { params });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return threadCpuMs() - before;
}

const looks = 15;
const blocks = 6;
const floodPerLook = 4;

test("S22: while one asks for far more than is allowed, the others are answered as fast as before", {
  timeout: 120_000,
}, async () => {
  const flooder = await cookieFor("flooder");
  const others = await cookieFor("others");
  const answers = new Map<number, number>();
  const flood = async () => {
    const response = await getCalendar(ask("/api/calendar", { cookie: flooder }));
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    return response;
  };
  while ((await flood()).status === 200) await turn(); // the burst that everybody has
  for (let warm = 0; warm < looks; warm += 1) await lookMs(others);

  const quiet: number[] = [];
  const flooded: number[] = [];
  for (let block = 0; block < blocks; block += 1) {
    for (let index = 0; index < looks; index += 1) quiet.push(await lookMs(others));
    for (let index = 0; index < looks; index += 1) {
      const [ms] = await Promise.all([lookMs(others), ...Array.from({ length: floodPerLook }, flood)]);
      flooded.push(ms);
    }
  }
  // What answering the flood itself takes of this thread; over sockets it comes in between, here it comes on top.
  const refusalsMs = floodPerLook * 1.25;
  expect(answers.get(429)).toBeGreaterThan(looks * blocks * floodPerLook * 0.9);
  expect(percentile(flooded, 0.95)).toBeLessThan(1.2 * percentile(quiet, 0.95) + refusalsMs);
  expect(await problemIn(await flood())).toMatchObject({ reason: "too-many-requests", status: 429 });
});

test("S22: who fails to sign in from ever new addresses of one IPv6 network is stopped, and the next network is not", async () => {
  const attempt = async (peer: string) => {
    const body = JSON.stringify({ method: "token", token: "garbage" });
    const headers = { "x-almanac-peer": peer };
    return (await postSession(ask("/api/session", { method: "POST", headers, body }))).status;
  };
  const statuses: number[] = [];
  for (let host = 1; host <= 12; host += 1) statuses.push(await attempt(`2001:db8:0:7::${host.toString(16)}`));
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
  expect(statuses.slice(-1)).toEqual([429]);
  expect(await attempt("2001:db8:0:8::1")).toBe(401);
});
