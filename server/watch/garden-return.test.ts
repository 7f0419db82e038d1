import { afterEach, describe, expect, test } from "vitest";
import type { KubeObject } from "#lib/kube/object.ts";
import { shoots } from "#lib/kube/resource.ts";
import { createRandom } from "#lib/random.ts";
import { createGardenProbe } from "./garden-probe.ts";
import { type Informer, startInformer } from "./start-informer.ts";
import { createFakeClock } from "./testing/fake-clock.ts";
import { type SimulatedGarden, simulateGarden } from "./testing/simulated-garden.ts";
import { createGardenError } from "./testing/watch-run.ts";

const log = { warn() {} };
const running: Informer<KubeObject>[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((mirror) => mirror.stop()));
});

/** Mirrors of the collections of a fake garden, which share an availability check and are all live. */
async function liveMirrors(seed = 1, count = 5) {
  const world = await startedMirrors(seed, count);
  expect(world.areLive()).toBe(true);
  return world;
}

async function startedMirrors(seed: number, count: number, failing?: Parameters<SimulatedGarden["fail"]>[0]) {
  const { next: random } = createRandom(seed, "return");
  const clock = createFakeClock();
  const garden = simulateGarden(clock);
  if (failing) garden.fail(failing);
  const probe = createGardenProbe({ ask: garden.ask, clock, random });
  const scope = { resource: shoots };
  const mirrors = Array.from({ length: count }, () =>
    startInformer<KubeObject>({ from: garden.transport, scope, log, clock, random, probe }),
  );
  running.push(...mirrors);
  await clock.settle();
  const areLive = () => mirrors.every(({ mirror }) => mirror.state === "live");
  return {
    clock,
    garden,
    mirrors,
    areLive,
    random,
    /** The time until all mirrors are live, checked ten times a second. */
    async msUntilLive(): Promise<number> {
      const fromMs = clock.monotonicMs();
      while (!areLive() && clock.monotonicMs() - fromMs < 600_000) await clock.advance(100);
      return clock.monotonicMs() - fromMs;
    },
  };
}

const seeds = [1, 2, 3];
const mostMs = 10_000;

describe("after an outage all mirrors are live within 10 s of the garden's return", () => {
  const outages = [
    ["refuses connections", "unreachable"],
    ["answers 503", "unavailable"],
    ["answers 500", "internal"],
    ["does not take the credential", "unauthorized"],
    ["throttles", "too-many-requests"],
    ["knows no version that is held", "version-too-large"],
    ["answers what cannot be read", "bad-answer"],
    ["hangs", "hangs"],
  ] as const;
  for (const [what, reason] of outages) {
    for (const outageMs of [10_000, 120_000, 600_000]) {
      test.each(seeds)(`that ${what} for ${outageMs / 1_000} s (seed %d)`, async (seed) => {
        const { clock, garden, msUntilLive } = await liveMirrors(seed);
        await clock.advance(20_000);
        garden.fail(() => (reason === "hangs" ? reason : createGardenError(reason)));
        await clock.advance(outageMs);
        garden.recover();
        expect(await msUntilLive()).toBeLessThanOrEqual(mostMs);
      });
    }
  }

  test.each(seeds)("also when it has forgotten the versions that are held (seed %d)", async (seed) => {
    const { clock, garden, msUntilLive } = await liveMirrors(seed);
    await clock.advance(20_000);
    garden.fail(() => createGardenError("unreachable"));
    await clock.advance(120_000);
    garden.fail((request) => (request === "watch" ? createGardenError("expired") : undefined));
    // Failure and recovery were detected together, so the previous delay counts from the start of the outage.
    expect(await msUntilLive()).toBeLessThanOrEqual(6_000);
  });

  test.each(seeds)("and mostly live while 30 % of all requests are answered 503 (seed %d)", async (seed) => {
    const { clock, garden, areLive, random, msUntilLive } = await liveMirrors(seed, 1);
    garden.fail(() => (random() < 0.3 ? createGardenError("unavailable") : undefined));
    let liveSeconds = 0;
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000);
      if (areLive()) liveSeconds += 1;
    }
    expect(liveSeconds / 600).toBeGreaterThan(0.85);
    garden.recover();
    expect(await msUntilLive()).toBeLessThanOrEqual(mostMs);
  });

  const alone = seeds.flatMap((seed) =>
    ["internal", "hangs"].flatMap((what) => [10_000, 31_000, 600_000].map((ms) => [seed, what, ms] as const)),
  );
  const failing = (what: string) => (what === "hangs" ? what : createGardenError("internal"));

  test.each(alone)(
    "of one collection alone, while the probe is answered (seed %d, %s, %d ms)",
    async (seed, what, ms) => {
      const { clock, garden, msUntilLive } = await liveMirrors(seed, 1);
      garden.fail((request) => (request === "probe" ? undefined : failing(what)));
      await clock.advance(ms);
      garden.recover();
      expect(await msUntilLive()).toBeLessThanOrEqual(mostMs);
    },
  );

  test.each(alone)("of one collection that was never read (seed %d, %s, %d ms)", async (seed, what, ms) => {
    const { clock, garden, msUntilLive } = await startedMirrors(seed, 1, (request) =>
      request === "probe" ? undefined : failing(what),
    );
    await clock.advance(ms);
    garden.recover();
    expect(await msUntilLive()).toBeLessThanOrEqual(mostMs);
  });
});

describe("an outage makes no storm", () => {
  const perSecond = (times: readonly number[], fromMs: number, ms: number) =>
    times.filter((at) => at > fromMs).length / (ms / 1_000);

  test.each(["unavailable", "internal", "unauthorized", "too-many-requests", "expired", "bad-answer"] as const)(
    "F3: fewer than one list in 4 s: %s",
    async (reason) => {
      for (const probeAnswers of [false, true]) {
        const { clock, garden } = await liveMirrors(1, 1);
        await clock.advance(10_000);
        garden.fail((request) => (probeAnswers && request === "probe" ? undefined : createGardenError(reason)));
        const fromMs = clock.monotonicMs();
        await clock.advance(300_000);
        const { list, watch } = garden.asked;
        expect(perSecond([...list, ...watch], fromMs, 300_000)).toBeLessThan(0.25);
      }
    },
  );

  test("the probe asks once in 2 to 3 s, whatever the number of mirrors, and nothing when all is well", async () => {
    const { clock, garden, msUntilLive } = await liveMirrors(1, 20);
    garden.fail(() => createGardenError("unreachable"));
    await clock.advance(300_000);
    const probes = garden.asked.probe.length;
    expect(probes).toBeGreaterThan(100);
    expect(probes).toBeLessThanOrEqual(151);
    garden.recover();
    await msUntilLive();
    const { length } = garden.asked.probe;
    await clock.advance(60_000);
    expect(garden.asked.probe).toHaveLength(length);
  });

  test("the probe has one question under way at a time, and gives each 4 s", async () => {
    const { clock, garden } = await liveMirrors(1, 3);
    garden.fail((request) => (request === "probe" ? "hangs" : createGardenError("unreachable")));
    await clock.advance(1_000);
    const [first = 0] = garden.asked.probe;
    await clock.advance(60_000);
    expect(garden.asked.probe.slice(0, 4)).toEqual([0, 4_000, 8_000, 12_000].map((ms) => first + ms));
  });

  test("many mirrors come back spread over a second", async () => {
    const { clock, garden } = await liveMirrors(1, 200);
    garden.fail(() => createGardenError("unreachable"));
    await clock.advance(120_000);
    garden.recover();
    const fromMs = clock.monotonicMs();
    await clock.advance(10_000);
    const times = garden.asked.watch.filter((at) => at > fromMs);
    const atOnce = Map.groupBy(times, (at) => Math.floor(at / 100));
    expect(Math.max(...Array.from(atOnce.values(), ({ length }) => length))).toBeLessThan(60);
  });

  test("a garden that refuses one collection is not asked for it by the probe's word", async () => {
    const { clock, garden, mirrors } = await liveMirrors(1, 1);
    garden.fail((request) => (request === "probe" ? undefined : createGardenError("forbidden")));
    await clock.advance(60_000);
    expect(mirrors[0]?.mirror.staleness?.reason).toBe("forbidden");
    expect(garden.asked.probe.length).toBeLessThanOrEqual(1);
    expect(garden.asked.watch.length).toBeLessThan(8);
  });

  test.each(["too-many-requests", "unavailable"] as const)("F4: Retry-After is waited for: %s", async (reason) => {
    const { clock, garden } = await liveMirrors(1, 1);
    await clock.advance(10_000);
    garden.fail((request) => (request === "probe" ? undefined : createGardenError(reason, 30)));
    await clock.advance(2_000);
    const { length } = garden.asked.watch;
    await clock.advance(28_000);
    expect(garden.asked.watch).toHaveLength(length);
    await clock.advance(4_000);
    expect(garden.asked.watch).toHaveLength(length + 1);
    expect(garden.asked.list).toHaveLength(1);
  });

  test("requests that hang while the garden answers others are given up ever later: it may be merely slow", async () => {
    const { clock, garden } = await liveMirrors(1, 1);
    garden.fail((request) => (request === "probe" ? undefined : "hangs"));
    await clock.advance(120_000);
    const fromMs = clock.monotonicMs();
    await clock.advance(120_000);
    expect(garden.asked.watch.filter((at) => at > fromMs).length).toBeLessThanOrEqual(6);
  });

  test("a garden that refuses the probe is there", async () => {
    const { clock, garden, areLive } = await liveMirrors(1, 1);
    garden.fail(() => createGardenError("unreachable"));
    await clock.advance(120_000);
    garden.fail((request) => (request === "probe" ? createGardenError("forbidden") : undefined));
    await clock.advance(10_000);
    expect(areLive()).toBe(true);
  });
});
