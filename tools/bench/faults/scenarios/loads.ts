import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import { watchLivez } from "../../livez-watch.ts";
import { sendBenchRequest } from "../exchange.ts";
import type { Scenario } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import type { StreamViewer } from "../viewer.ts";
import { openManyViewers, signInPeople } from "./crowd.ts";

const livezLimitMs = 200;
async function cursorOf(world: TestBed): Promise<string> {
  const { body } = await world.read("/api/fleet");
  return readEntireFleet(body.toString()).cursor;
}

const isOpen = ({ statuses, endedAt }: StreamViewer) => statuses.includes(200) && endedAt === undefined;

export const manyStreamsScenario: Scenario = {
  id: "4",
  name: "224 streams of one person at once",
  async run(place) {
    const world = await place.world();
    await world.calm();
    // Twenty sessions of one user, so that the limit per session is not the one that applies.
    const sessions = await Promise.all(Array.from({ length: 8 }, () => world.signIn(place.farm.readers[1] ?? "")));
    const cursor = await cursorOf(world);
    const viewers = await Promise.all(
      sessions.flatMap((person) =>
        Array.from({ length: 28 }, () => world.watch({ comesBack: false, keepsRows: false, cursor }, person)),
      ),
    );
    await secondsUntil(() => viewers.every(({ statuses }) => statuses.length > 0), world.farm.patience(20));
    const open = viewers.filter(isOpen).length;
    world.leave();
    return { saw: `${open} opened`, limit: "≤ 10", met: open <= 10 && open > 0 };
  },
};

export const streamsWithoutCursor: Scenario = {
  id: "3",
  name: "28 streams without a cursor at once",
  async run(place) {
    const world = await place.world();
    await world.calm();
    world.product.forgetPeak();
    const before = world.product.memory().nowMib;
    const livez = watchLivez(world.product.port);
    const viewers = await openManyViewers(world, { people: 4, each: 7, isBare: true });
    const shown = await secondsUntil(
      () => viewers.every(({ shownAt }) => shownAt !== undefined),
      world.farm.patience(30),
    );
    const longest = await livez.stop();
    const snapshots = viewers.filter(({ types }) => types.includes("snapshot")).length;
    const { peakMib } = world.product.memory();
    world.leave();
    return {
      saw: `${snapshots} snapshots of their own, all shown after ${formatSeconds(shown)}, /livez ${longest.toFixed(0)} ms, RSS +${(peakMib - before).toFixed(0)} MiB`,
      limit: `none, /livez ≤ ${livezLimitMs} ms`,
      met: snapshots === 0 && shown !== undefined && world.farm.isSoon(longest / 1000, livezLimitMs / 1000),
    };
  },
};

export const manySnapshotsScenario: Scenario = {
  id: "3",
  name: "500 pages ask for the fleet at once",
  async run(place) {
    const world = await place.world();
    await world.atRest();
    const people = await signInPeople(world, 10);
    const livez = watchLivez(world.product.port);
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        people[index % people.length]?.get("/api/fleet", { headers: { "accept-encoding": "br, gzip" } }),
      ),
    );
    const took = (performance.now() - startedAt) / 1000;
    const longest = await livez.stop();
    const statuses = [...new Set(answers.map((answer) => answer?.status))].join("/");
    const encodings = [...new Set(answers.map((answer) => answer?.headers["content-encoding"]))].join("/");
    return {
      saw: `${statuses} in ${encodings} within ${formatSeconds(took)}, /livez ${longest.toFixed(0)} ms`,
      limit: `all 200, compressed, /livez ≤ ${livezLimitMs} ms`,
      met:
        statuses === "200" &&
        !encodings.includes("undefined") &&
        world.farm.isSoon(longest / 1000, livezLimitMs / 1000),
    };
  },
};

export const massReconnect: Scenario = {
  id: "F22",
  name: "1,000 streams come back at once",
  async run({ alone }) {
    return await alone({}, async (world) => {
      await world.ready();
      const viewers = await openManyViewers(world, { people: 100, each: 10 });
      await secondsUntil(() => viewers.every(({ shownAt }) => shownAt !== undefined), 60);
      const since = performance.now();
      // Existing streams are only told by their end.
      const { port } = world.product;
      await world.restart();
      const livez = watchLivez(port);
      await world.ready();
      const back = await secondsUntil(() => viewers.every(({ statuses }) => statuses.at(-1) === 200), 60);
      const synced = (performance.now() - since) / 1000;
      const longest = await livez.stop();
      const refused = viewers
        .flatMap(({ statuses, reads }) => [...statuses, ...reads])
        .filter((each) => each >= 500).length;
      return {
        saw: `all back ${formatSeconds(back === undefined ? undefined : synced)} after the kill, ${refused} × 5xx, /livez ${longest.toFixed(0)} ms`,
        liveAgainS: back === undefined ? undefined : synced,
        limit: "≤ 20 s, no 5xx, lag < 2 s",
        met: back !== undefined && synced <= 20 && refused === 0 && longest < 2_000,
      };
    });
  },
};

export const loginFlood: Scenario = {
  id: "13",
  name: "150 connections on /login, somebody opens a page",
  async run(place) {
    const world = await place.world();
    await world.calm();
    const person = await world.person();
    const { port } = world.product;
    let flooding = true;
    const flood = Array.from({ length: 150 }, async (_, index) => {
      while (flooding)
        await sendBenchRequest(port, {
          path: `/login?${index}`,
          from: `127.0.2.${1 + (index % 5)}`,
          timeoutMs: 20_000,
        });
    });
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { status, ms } = await person.get("/clusters", { headers: { accept: "text/html" }, timeoutMs: 20_000 });
      waits.push(status === 200 ? ms : 20_000);
    }
    flooding = false;
    await Promise.all(flood);
    waits.sort((a, b) => a - b);
    const [median = 0, longest = 0] = [waits[waits.length >> 1], waits.at(-1)];
    return {
      saw: `pages after ${median.toFixed(0)} ms, at most ${longest.toFixed(0)} ms`,
      limit: "≤ 1 s at most",
      met: longest <= 1_000,
    };
  },
};
