import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { createTestAuthority } from "#server/garden/testing/authority.ts";
import { errorResponse, serverErrorResponse, unavailableResponse } from "../fault.ts";
import type { Scenario, ScenarioContext, ScenarioOutcome } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import type { StreamViewer } from "../viewer.ts";

const liveLimitS = 10;
const everything = /./;

/** The garden refuses connections for the given number of seconds. */
export function createOutageScenario(lastS: number): Scenario {
  return {
    id: "F2",
    name: `garden away for ${lastS} s`,
    isLong: lastS > 120,
    run: (place) => goneFor(place, lastS),
  };
}

export const shortOutage: Scenario = createOutageScenario(10);
export const longOutages: readonly Scenario[] = [
  createOutageScenario(40),
  createOutageScenario(120),
  createOutageScenario(305),
  createOutageScenario(600),
];

async function goneFor(place: ScenarioContext, lastS: number): Promise<ScenarioOutcome> {
  const world = await place.world();
  const viewer = await world.calm();
  const [rows, brokenAt] = [viewer.rows.size, performance.now()];
  await world.proxy.wire.refuse();
  const noticedS = await secondsUntil(() => !viewer.isLive, world.farm.patience(8));
  const refused = await tryToWrite(world);
  // A Shoot changes during the outage, so rows must not count as live before they show the change.
  const mark = await world.mark();
  viewer.mustShow(mark);
  await pause(Math.max(0, lastS * 1000 - (performance.now() - brokenAt)));
  // A user reloads the page while the garden is unavailable.
  const reload = await world.read("/api/fleet");
  const shown = reload.status === 200 ? readEntireFleet(reload.body.toString()).rows.length : 0;
  const readyz = await world.product.status("/readyz");
  const told = viewer.toldSince(brokenAt);
  await world.proxy.wire.restore();
  const liveAgainS = await world.rightAgain(viewer, mark);
  const lost = await world.lost(viewer);
  // After this time, cached access decisions expire: open pages keep their rows, new pages explain why they have none.
  const isTrusted = lastS < 300;
  const expected = isTrusted ? { readyz: 200, reload: 200, shown: rows } : { readyz: 503, reload: 503, shown: 0 };
  return {
    saw: `${told} after ${formatSeconds(noticedS)}, called live ${viewer.falselyLive} times before it was, ${viewer.statuses.length - 1} new streams, reload ${reload.status} with ${shown} of ${rows} rows, a write ${refused.words}, /readyz ${readyz}`,
    lost,
    liveAgainS,
    limit: `${isTrusted ? "rows stay" : "rows stay for 5 min"}, write fails < 10 s; never live with old rows; live and right ≤ ${liveLimitS} s`,
    met:
      lost === 0 &&
      viewer.falselyLive === 0 &&
      noticedS !== undefined &&
      reload.status === expected.reload &&
      shown === expected.shown &&
      refused.isClear &&
      readyz === expected.readyz &&
      world.farm.isSoon(liveAgainS, liveLimitS),
  };
}

async function tryToWrite(world: TestBed): Promise<{ readonly words: string; readonly isClear: boolean }> {
  const [shoot] = world.farm.garden.shoots;
  const person = await world.person();
  const act = { kind: "operation", id: "reconcile", when: "now" };
  const answer = await person.send("POST", `/api/clusters/${shoot?.project}/${shoot?.name}/preview`, { act });
  const reason = /"reason":"([\w-]+)"/.exec(answer.body.toString())?.[1];
  return {
    words: `${answer.status} ${reason} in ${(answer.ms / 1000).toFixed(1)} s`,
    isClear: answer.ms < 10_000 && (reason?.startsWith("garden-") ?? false),
  };
}

/** The result depends on the page after the disturbance has ended. */
async function recovered(
  { world, viewer, since }: { world: TestBed; viewer: StreamViewer; since: number },
  { saw, limit, isMet = true }: { saw: string; limit?: string; isMet?: boolean },
): Promise<ScenarioOutcome> {
  const told = viewer.toldSince(since);
  const liveAgainS = await world.liveAgain(viewer);
  const lost = await world.lost(viewer);
  return {
    saw: `${told}${saw === "" ? "" : `; ${saw}`}`,
    lost,
    liveAgainS,
    limit: `${limit === undefined ? "" : `${limit}; `}live ≤ ${liveLimitS} s`,
    met: isMet && lost === 0 && world.farm.isSoon(liveAgainS, liveLimitS),
  };
}

/** All connections are cut, then the garden answers with errors for some time. */
function errorsFor(lastS: number, share: number): Scenario {
  return {
    id: "F3",
    name: `${share * 100} % of answers 500 for ${lastS} s`,
    async run(place) {
      const world = await place.world();
      const viewer = await world.calm();
      const since = performance.now();
      world.proxy.rules = [{ on: everything, fault: serverErrorResponse, share }];
      world.proxy.wire.cut("fin");
      await pause(lastS * 1000);
      // A list request, or a watch that begins with all objects.
      const lists = /GET \/apis\/[^?]*\/shoots\?(?!.*watch=true)|GET \/apis\/[^?]*\/shoots\?.*sendInitialEvents/;
      const perSecond = world.proxy.count(lists) / lastS;
      world.proxy.rules = [];
      const saw = `${perSecond.toFixed(2)} lists of Shoots a second`;
      return await recovered({ world, viewer, since }, { saw, limit: "< 0.25 lists/s", isMet: perSecond < 0.25 });
    },
  };
}

export const errorResponseScenarios: readonly Scenario[] = [errorsFor(15, 1), errorsFor(15, 0.3)];

export const throttledGarden: Scenario = {
  id: "F4",
  name: "429 with Retry-After 7",
  // Uses a separate Almanac, because earlier failures would make its first retry delay long.
  run: ({ alone }) =>
    alone({}, async (world) => {
      await world.ready();
      const viewer = await world.calm();
      const since = performance.now();
      const shoots = /^GET \/apis\/[^ ]*\/shoots\?/;
      world.proxy.rules = [{ on: everything, fault: errorResponse(429, "TooManyRequests", { retryAfterSeconds: 7 }) }];
      world.proxy.cut(/shoots/, "fin");
      const first = await secondsUntil(() => world.proxy.count(shoots) >= 1, 20);
      const second = await secondsUntil(() => world.proxy.count(shoots) >= 2, 20);
      const person = await world.person();
      const [shoot] = world.farm.garden.shoots;
      const act = { kind: "operation", id: "reconcile", when: "now" };
      const answer = await person.send("POST", `/api/clusters/${shoot?.project}/${shoot?.name}/preview`, { act });
      world.proxy.rules = [];
      const relists = world.proxy.count(/shoots\?.*(sendInitialEvents|limit=)/);
      const isMet = (second ?? 0) >= 6.8 && relists === 0 && answer.headers["retry-after"] === "7";
      return await recovered(
        { world, viewer, since },
        {
          saw: `asked again after ${formatSeconds(first)} and ${formatSeconds(second)}, ${relists} relists, a write ${answer.status} with Retry-After ${answer.headers["retry-after"]}`,
          limit: "wait ≥ 7 s, no relist, write says 7 s",
          isMet,
        },
      );
    }),
};

export const newGardenCertificate: Scenario = {
  id: "F20",
  name: "new certificate of a new authority",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    const authority = createTestAuthority();
    world.proxy.present(authority);
    const noticedS = await secondsUntil(() => !viewer.isLive, 8);
    await pause(5_000);
    await world.trust(authority);
    return await recovered({ world, viewer, since }, { saw: `noticed after ${formatSeconds(noticedS)}` });
  },
};

export const rotatedOwnToken: Scenario = {
  id: "F15",
  name: "own token rotated, the old one refused",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    const good = await world.farm.garden.ownToken();
    const readers = world.farm.readers.join("|");
    // The garden accepts all tokens except Almanac's former one.
    const refused = new RegExp(`^(?!.*Bearer (${good}|${readers})$)`);
    world.proxy.rules = [{ on: refused, fault: errorResponse(401, "Unauthorized") }];
    world.proxy.wire.cut("fin");
    await pause(5_000);
    await world.renewToken(good);
    return await recovered({ world, viewer, since }, { saw: "" });
  },
};

export const partlyUnavailableGarden: Scenario = {
  id: "6, 15",
  name: "30 % of answers 503 for 30 s",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    world.proxy.rules = [{ on: everything, fault: unavailableResponse, share: 0.3 }];
    world.proxy.wire.cut("fin");
    const reads = 60;
    let failed = 0;
    for (let read = 0; read < reads; read += 1) {
      const shoot = world.farm.garden.shoots[read % world.farm.garden.shoots.length];
      const { status } = await world.read(`/api/clusters/${shoot?.project}/${shoot?.name}`);
      if (status !== 200) failed += 1;
      await pause(100);
    }
    await pause(Math.max(0, 30_000 - (performance.now() - since)));
    const whileBroken = await world.liveAgain(viewer, 20);
    world.proxy.rules = [];
    return await recovered(
      { world, viewer, since },
      {
        saw: `${failed} of ${reads} reads failed; live meanwhile after ${formatSeconds(whileBroken)}`,
        limit: "≤ 15 % of reads fail",
        isMet: failed <= reads * 0.15,
      },
    );
  },
};

export const redirectingGarden: Scenario = {
  id: "F20",
  name: "garden answers with redirects",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    const { url } = world.proxy;
    const headers = { location: `${url}/elsewhere` };
    world.proxy.rules = [{ on: /^(?!GET \/elsewhere)/, fault: { kind: "answer", status: 302, headers } }];
    world.proxy.wire.cut("fin");
    await pause(5_000);
    const followed = world.proxy.count(/elsewhere/);
    world.proxy.rules = [];
    return await recovered(
      { world, viewer, since },
      { saw: `followed ${followed} times`, limit: "not followed", isMet: followed === 0 },
    );
  },
};

const nameFlipper = path.resolve(import.meta.dirname, "../flip-names.ts");
export const gardenMovedAddress: Scenario = {
  id: "F20",
  name: "the garden's name leads to another address",
  run: ({ alone }) =>
    alone({ gardenHost: "garden", nodeOptions: ["--import", nameFlipper] }, async (world) => {
      const viewer = await world.calm();
      const since = performance.now();
      await world.proxy.wire.moveTo("127.0.0.2");
      const noticedS = await secondsUntil(() => !viewer.isLive, 8);
      await pause(5_000);
      world.product.child.send({ gardenAt: "127.0.0.2" });
      return await recovered({ world, viewer, since }, { saw: `noticed after ${formatSeconds(noticedS)}` });
    }),
};
