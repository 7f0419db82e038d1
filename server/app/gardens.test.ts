import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getFigures } from "#app/api/figures/route.ts";
import { GET as getFleet } from "#app/api/fleet/route.ts";
import { GET as getGardens } from "#app/api/gardens/route.ts";
import { POST as postSession } from "#app/api/session/route.ts";
import { GET as readyz } from "#app/readyz/route.ts";
import type { EmbeddedGarden } from "#garden/start-embedded-garden.ts";
import { gardensSchema } from "#lib/contract/gardens.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { readConfig } from "#server/config/config.ts";
import { gardenHeader } from "#server/garden/garden-header.ts";
import { connectEmbeddedGarden, startTestGarden } from "#server/testing/embedded-garden.ts";
import { type FaultyTransport, faultyTransport } from "#server/testing/faulty-transport.ts";
import { cookieHeaderFrom, pageRequest } from "#server/testing/route-test-bed.ts";
import { type ServerClock, systemClock } from "#server/watch/clock.ts";
import { setTestApplication, setTestGardens } from "./almanac.ts";
import { createGardens, type Gardens } from "./gardens.ts";

const names = ["live", "canary"] as const;
type Name = (typeof names)[number];

let embedded: EmbeddedGarden;
let transports: Map<string, FaultyTransport>;
let gardens: Gardens;
/** How far the clock of the process is ahead of the system clock. */
let laterMs: number;

/** Waits for a tenth of the real time, because only the behaviour after a wait is tested. */
const clock: ServerClock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() + laterMs,
  startTimer: (ms, callback) => systemClock.startTimer(ms / 10, callback),
};

const of = (garden: string, cookie?: string) => ({ headers: { [gardenHeader]: garden }, ...(cookie && { cookie }) });
const ready = async () => readyz(pageRequest("/readyz"));
const described = async (cookie?: string) =>
  gardensSchema.parse(
    await (await getGardens(pageRequest("/api/gardens", cookie === undefined ? {} : { cookie }))).json(),
  );
const breakShoots = (name: Name) => transports.get(name)?.break("shoots", "error");

async function start(broken?: Name): Promise<void> {
  const config = readConfig({ GARDENS: "live=/live.yaml,canary=/canary.yaml", METRICS_PORT: "9100" });
  if (!config.ok) throw new Error(config.error.join());
  transports = new Map();
  gardens = await createGardens({
    config: config.value,
    clock,
    log: pino({ level: "silent" }),
    async findGarden({ garden }) {
      const name = garden.kind === "kubeconfig" && garden.file === "/live.yaml" ? "live" : "canary";
      return connectEmbeddedGarden(embedded, (transport) => {
        const faulty = faultyTransport(transport);
        if (name === broken) faulty.break("shoots", "error");
        transports.set(name, faulty);
        return faulty;
      });
    },
  });
  setTestGardens(gardens);
}

async function signIn(garden: Name): Promise<string> {
  const body = JSON.stringify({ method: "demo", identity: "operator" });
  const answer = await postSession(pageRequest("/api/session", { method: "POST", body, ...of(garden) }));
  expect(answer.status).toBeLessThan(300);
  return cookieHeaderFrom(answer.headers.getSetCookie());
}

beforeAll(async () => {
  ({ embedded } = await startTestGarden());
});
afterAll(() => embedded.stop());
beforeEach(() => {
  laterMs = 0;
});
afterEach(async () => {
  for (const transport of transports.values()) transport.mend();
  setTestApplication(undefined);
  gardens.drain();
  await gardens.stop();
});

describe("a session", () => {
  beforeEach(() => start());

  test("of one garden is none in another", async () => {
    const cookie = await signIn("live");
    await eventually(async () => expect(await (await ready()).text()).toBe("ok\nlive 2\n"));
    expect((await getFleet(pageRequest("/api/fleet", of("live", cookie)))).status).toBe(200);
    expect((await getFleet(pageRequest("/api/fleet", of("canary", cookie)))).status).toBe(401);
    const users = (await described(cookie)).gardens.map(({ name, user }) => [name, user?.name]);
    expect(users).toEqual([
      ["live", expect.any(String)],
      ["canary", undefined],
    ]);
  });

  test("S04: does not open under the name of another garden's cookie", async () => {
    const renamed = (await signIn("live")).replaceAll("_live_", "_canary_");
    expect(renamed).toContain("_canary_");
    expect((await getFleet(pageRequest("/api/fleet", of("canary", renamed)))).status).toBe(401);
  });

  test("a request that names no garden, or none that there is, gets none", async () => {
    const cookie = await signIn("live");
    expect((await getFleet(pageRequest("/api/fleet", { cookie }))).status).toBe(404);
    expect((await getFleet(pageRequest("/api/fleet", of("nowhere", cookie)))).status).toBe(404);
  });
});

describe("readiness", () => {
  test("a garden that is lost is told, and keeps nobody out of the other", async () => {
    await start();
    await eventually(async () => expect(await (await ready()).text()).toBe("ok\nlive 2\n"));
    breakShoots("canary");
    await eventually(async () => expect(await (await ready()).text()).toBe("ok\nlive 1\nstale 1\n"));
    const cookie = await signIn("live");
    expect(await described(cookie)).toMatchObject({
      gardens: [
        { name: "live", standing: { state: "live" } },
        { name: "canary", standing: { state: "stale" } },
      ],
    });
    // Users who are not signed in see only the names of gardens, to choose one.
    expect((await described()).gardens.map((garden) => Object.keys(garden).sort())).toEqual([
      ["kind", "name"],
      ["kind", "name"],
    ]);
    expect((await getFleet(pageRequest("/api/fleet", of("live", cookie)))).status).toBe(200);
  });

  test("a garden that never answered does not keep the process from being ready, and says that it has not been read", async () => {
    await start("canary");
    await eventually(async () => expect((await ready()).status).toBe(200));
    expect(await (await ready()).text()).toBe("ok\naway 1\nlive 1\n");
    const cookie = await signIn("canary");
    const [head = ""] = (await (await getFleet(pageRequest("/api/fleet", of("canary", cookie)))).text()).split("\n");
    expect(JSON.parse(head)).toMatchObject({ freshness: { state: "loading" } });
    expect((await getFigures(pageRequest("/api/figures", of("canary", cookie)))).status).toBe(503);
  });

  test("without any garden the process is not ready, however late it is", async () => {
    await start();
    await eventually(() => expect(gardens.isReady()).toBe(true));
    gardens.leave(0);
    laterMs = 60_000;
    expect((await ready()).status).toBe(503);
  });
});

test("every figure of a garden has its name as a label", async () => {
  await start();
  await eventually(async () => expect(await (await ready()).text()).toBe("ok\nlive 2\n"));
  const text = (await gardens.metrics?.text()) ?? "";
  for (const name of names) {
    expect(text).toMatch(new RegExp(`^almanac_fleet_rows\\{garden="${name}"\\} [1-9]`, "m"));
    expect(text).toMatch(new RegExp(`^almanac_ready\\{garden="${name}"\\} 1$`, "m"));
  }
  expect(text.match(/^almanac_heap_limit_bytes/gm)).toHaveLength(1);
});
