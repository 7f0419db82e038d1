import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { streamVersion } from "#lib/contract/stream.ts";
import { sendBenchRequest } from "../exchange.ts";
import type { Scenario } from "../scenario.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import type { StreamViewer } from "../viewer.ts";
import { openManyViewers, signInPeople } from "./crowd.ts";
import { writeSteadily } from "./steady.ts";

const clockJumper = path.resolve(import.meta.dirname, "../jump-clock.ts");

export const clockJumps: Scenario = {
  id: "F16",
  name: "the clock jumps by an hour, forth and back",
  async run({ alone }) {
    return await alone({ nodeOptions: ["--import", clockJumper] }, async (world) => {
      const viewer = await world.calm();
      const since = performance.now();
      const waits: (number | undefined)[] = [];
      for (const ms of [3_600_000, -7_200_000, 3_600_000]) {
        world.product.child.send({ jumpMs: ms });
        waits.push(await world.liveAgain(viewer, 20));
        await pause(1_000);
      }
      const session = (await world.read("/api/session")).status;
      const lost = await world.lost(viewer);
      return {
        saw: `${viewer.toldSince(since)}; session ${session}, ${viewer.statuses.length - 1} new streams`,
        lost,
        liveAgainS: Math.max(...waits.map((each) => each ?? 99)),
        limit: "timers and session unaffected",
        met:
          lost === 0 &&
          session === 200 &&
          viewer.statuses.length === 1 &&
          waits.every((each) => world.farm.isSoon(each, 5)),
      };
    });
  },
};

export const stoppedReplica: Scenario = {
  id: "F17",
  name: "SIGTERM under 500 streams, another replica beside it",
  async run({ farm, alone }) {
    return await alone({ replicas: 2 }, async (world) => {
      await world.ready();
      const [first = world.product, other = world.product] = world.products;
      const viewers = await openManyViewers(world, { people: 50, each: 10, keepsRows: true });
      await secondsUntil(() => viewers.every(({ statuses }) => statuses.at(-1) === 200), 60);
      const opened = new Map(viewers.map((viewer) => [viewer, viewer.statuses.length]));
      const isBack = (viewer: StreamViewer) => viewer.statuses.length > (opened.get(viewer) ?? 0);
      const person = await world.person();
      const stoppedAt = performance.now();
      let [asked, failed] = [0, 0];
      const ended = first.end("SIGTERM");
      const asking = secondsUntil(async () => {
        asked += 1;
        const { status } = await person.get("/api/session");
        // Like a Service, which sends no more requests to a replica that is stopping.
        const retry = () => sendBenchRequest(other.port, { path: "/api/session", headers: { cookie: person.cookie } });
        const again = status === 200 ? status : (await retry()).status;
        if (again !== 200) failed += 1;
        return !first.isAlive;
      }, 30);
      const code = await ended;
      const exitS = (performance.now() - stoppedAt) / 1000;
      await asking;
      const moved = viewers.filter((viewer) => isBack(viewer) || viewer.endedAt !== undefined);
      const back = await secondsUntil(
        () => moved.every((viewer) => isBack(viewer) && viewer.statuses.at(-1) === 200),
        20,
      );
      const truth = await farm.garden.truth();
      await secondsUntil(() => viewers.every((viewer) => viewer.differsBy(truth) === 0), 5);
      const lost = viewers.filter((viewer) => viewer.differsBy(truth) > 0).length;
      return {
        saw: `exit ${code} after ${exitS.toFixed(1)} s, ${moved.length} streams moved, ${failed} of ${asked} reads failed`,
        lost,
        liveAgainS: back === undefined ? undefined : exitS + back,
        limit: "exit 0 < 15 s, all back < 15 s, no read fails",
        met: code === 0 && moved.length > 0 && back !== undefined && exitS + back < 15 && failed + lost === 0,
      };
    });
  },
};

export const killedProcess: Scenario = {
  id: "F18",
  name: "SIGKILL, and a start in its place",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const killedAt = performance.now();
    await world.restart();
    const ready = await world.ready();
    const readyS = (performance.now() - killedAt) / 1000;
    const liveAgainS = await world.liveAgain(viewer);
    const lost = await world.lost(viewer);
    return {
      saw: `ready ${formatSeconds(ready === undefined ? undefined : readyS)} after the kill; same session`,
      lost,
      liveAgainS,
      limit: "ready < 10 s",
      met: lost === 0 && ready !== undefined && readyS < 10 && liveAgainS !== undefined,
    };
  },
};

export const smallHeapUnderLoad: Scenario = {
  id: "F18",
  name: "heap of 192 MiB, 600 streams that nobody reads, 100 exports",
  async run({ farm, alone }) {
    // The smallest heap that the chart allows.
    return await alone({ nodeOptions: ["--max-old-space-size=192"] }, async (world) => {
      await world.ready();
      const viewers = await openManyViewers(world, { people: 60, each: 10, keepsRows: false, neverReads: true });
      await secondsUntil(() => viewers.every(({ statuses }) => statuses.length > 0), 30);
      const writer = writeSteadily(farm.garden, 50);
      await pause(10_000);
      const people = await signInPeople(world, 25);
      const exports = await Promise.all(
        people.flatMap((person) =>
          Array.from({ length: 4 }, () => person.get("/api/forecast?format=csv", { timeoutMs: 60_000 })),
        ),
      );
      await writer.stop();
      const refused = viewers.filter(({ statuses }) => statuses.includes(503)).length;
      const statuses = [...new Set(exports.map(({ status }) => status))].sort().join("/");
      const { isAlive } = world.product;
      const livez = isAlive ? await world.product.status("/livez") : 0;
      return {
        saw: `${isAlive ? "alive" : "DEAD"}; ${refused} streams refused, exports ${statuses}, /livez ${livez}`,
        limit: "it refuses before it dies",
        met: isAlive && livez === 200,
      };
    });
  },
};

export const heapTooSmall: Scenario = {
  id: "5",
  name: "a start with less heap than the fleet needs",
  async run({ alone }) {
    const saw = await alone({ nodeOptions: ["--max-old-space-size=96"] }, async (world) => {
      await secondsUntil(() => !world.product.isAlive, 20);
      return world.product.output;
    }).catch(String);
    const said = /This garden has [^\n]*/.exec(saw)?.[0];
    return { saw: said ?? "nothing", limit: "says what it needs, and stops", met: said !== undefined };
  },
};

export const stalledProcess: Scenario = {
  id: "F19",
  name: "the process stands still for 5 s",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    world.product.signal("SIGSTOP");
    await pause(5_000);
    world.product.signal("SIGCONT");
    const liveAgainS = await world.liveAgain(viewer);
    const lost = await world.lost(viewer);
    return {
      saw: `${viewer.statuses.length - 1} new streams`,
      lost,
      liveAgainS,
      limit: "streams go on",
      met: lost === 0 && viewer.statuses.length === 1 && world.farm.isSoon(liveAgainS, 10),
    };
  },
};

export const fullLogDisk: Scenario = {
  id: "F23",
  name: "the disk of the log is full",
  async run({ alone }) {
    return await alone({ outputTo: "/dev/full" }, async (world) => {
      const viewer = await world.calm();
      world.proxy.wire.cut("rst");
      const liveAgainS = await world.liveAgain(viewer);
      return {
        saw: world.product.isAlive ? "nothing" : "it died",
        lost: await world.lost(viewer),
        liveAgainS,
        limit: "no crash",
        met: world.product.isAlive && liveAgainS !== undefined,
      };
    });
  },
};

export const cursorsOfOtherVersion: Scenario = {
  id: "F24",
  name: "cursors and pages of another version",
  async run(place) {
    const world = await place.world();
    await world.calm();
    const cursors = ["e0.1", "v1.AAAA.1", "", "AAAAAAAA.99999999", "%00", "x".repeat(2_000)];
    const viewers = await Promise.all(cursors.map((cursor) => world.watch({ cursor })));
    const all = await secondsUntil(() => viewers.every(({ shownAt }) => shownAt !== undefined), 15);
    const { cookie, port } = await world.person();
    const hello = await firstFrame(port, cookie);
    return {
      saw: `${viewers.filter(({ shownAt }) => shownAt !== undefined).length} of ${cursors.length} shown; ${hello}`,
      limit: `all shown; the stream says version ${streamVersion}`,
      met: all !== undefined && hello.includes(`"version":${streamVersion}`),
    };
  },
};

async function firstFrame(port: number, cookie: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/stream`, { headers: { cookie } });
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const found = /\{"type":"hello"[^\n]*\}/.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return "no hello";
}

export const abortedRequests: Scenario = {
  id: "17",
  name: "a POST that is broken off, and an address of Next's own",
  async run(place) {
    const world = await place.world();
    await world.calm();
    const person = await world.person();
    const before = world.product.output.split('"level":50').length;
    const body = `{"act":${" ".repeat(100_000)}`;
    const headers = { cookie: person.cookie, "x-almanac": "1", "sec-fetch-site": "same-origin" };
    const [shoot] = world.farm.garden.shoots;
    await sendBenchRequest(world.product.port, {
      method: "POST",
      path: `/api/clusters/${shoot?.project}/${shoot?.name}/preview`,
      headers: { ...headers, "content-type": "application/json", "content-length": "200000" },
      body,
      timeoutMs: 500,
    });
    await pause(500);
    const errors = world.product.output.split('"level":50').length - before;
    const status = (await person.get("/_global-error")).status;
    return {
      saw: `${errors} error lines, /_global-error ${status}`,
      limit: "none, 404",
      met: errors === 0 && status === 404,
    };
  },
};
