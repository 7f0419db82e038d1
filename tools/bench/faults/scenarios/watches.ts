import { setTimeout as pause } from "node:timers/promises";
import { errorEvent, errorResponse, futureVersionResponse } from "../fault.ts";
import type { Scenario, ScenarioContext, ScenarioOutcome } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { secondsUntil } from "../until.ts";
import type { StreamViewer } from "../viewer.ts";
import { writeSteadily } from "./steady.ts";

const shoots = /^GET \/apis\/core[^ ]*\/shoots\?/;
const all = /./;

interface Watched {
  readonly world: TestBed;
  readonly viewer: StreamViewer;
}

/** Disturbs watches during twenty writes per second. Afterwards, all rows must match the garden and count as live. */
function whileWriting(
  { id, name, limit = "live ≤ 10 s, nothing lost", mostS = 10 }: Omit<Scenario, "run"> & WatchLimit,
  breakIt: (watched: Watched) => Promise<string | { readonly words: string; readonly isMet: boolean }>,
): Scenario {
  return {
    id,
    name,
    async run(place: ScenarioContext): Promise<ScenarioOutcome> {
      const world = await place.world();
      const viewer = await world.calm();
      const since = performance.now();
      const writer = writeSteadily(world.farm.garden, 20);
      const came = await breakIt({ world, viewer });
      world.proxy.rules = [];
      const { words, isMet } = typeof came === "string" ? { words: came, isMet: true } : came;
      const liveAgainS = await world.liveAgain(viewer);
      const written = await writer.stop();
      const told = viewer.toldSince(since);
      const lost = await world.lost(viewer);
      const isAlive = world.product.isAlive;
      return {
        saw: `${told}; ${words}${words === "" ? "" : "; "}${written} writes${isAlive ? "" : "; it DIED"}`,
        lost,
        liveAgainS,
        limit,
        met: isMet && isAlive && lost === 0 && world.farm.isSoon(liveAgainS, mostS),
      };
    },
  };
}

interface WatchLimit {
  readonly limit?: string;
  readonly mostS?: number;
}

export const watchesCutMidLine: Scenario = whileWriting(
  { id: "F6", name: "watches cut in the middle of a line, FIN and RST" },
  async ({ world }) => {
    let cuts = 0;
    for (const how of ["fin", "rst", "fin", "rst"] as const) {
      await pause(500);
      // Continues as soon as there is a watch again.
      await secondsUntil(() => {
        const cut = world.proxy.cut(shoots, how);
        cuts += cut;
        return cut > 0;
      }, world.farm.patience(10));
    }
    return `${cuts} cuts`;
  },
);

export const expiredResourceVersion: Scenario = whileWriting(
  { id: "F7", name: "410 as status, as ERROR event, five times over" },
  async ({ world }) => {
    const gone = errorResponse(410, "Expired");
    world.proxy.rules = [{ on: /^GET (?!.*sendInitialEvents).*watch=true/, fault: gone }];
    world.proxy.wire.cut("fin");
    await secondsUntil(() => world.proxy.count(/shoots\?(?!.*sendInitialEvents).*watch=true/) > 0, 10);
    world.proxy.rules = [];
    for (let storm = 0; storm < 5; storm += 1) {
      await secondsUntil(() => world.proxy.inject(shoots, errorEvent(410, "Expired")) > 0, 10);
    }
    return `${world.proxy.count(/shoots\?.*(sendInitialEvents|limit=)/)} relists`;
  },
);

export const resourceVersionTooLarge: Scenario = whileWriting(
  { id: "F8", name: "504, version too large" },
  async ({ world }) => {
    world.proxy.rules = [{ on: /resourceVersion=[1-9]/, fault: futureVersionResponse }];
    world.proxy.wire.cut("fin");
    await pause(4_000);
    return `${world.proxy.count(/shoots\?.*(sendInitialEvents|limit=)/)} relists`;
  },
);

const nonsense = [
  "{not json",
  "<html><body>200 Welcome to the portal</body></html>",
  JSON.stringify({ type: "MODIFIED", object: { kind: "Table", apiVersion: "meta.k8s.io/v1", rows: [] } }),
  JSON.stringify({ type: "MODIFIED", object: { kind: "Shoot", apiVersion: "core.gardener.cloud/v1beta1" } }),
  JSON.stringify({ type: "ADDED", object: { kind: "Pod", metadata: { name: "a", uid: "b", resourceVersion: "1" } } }),
];

export const malformedWatchEvents: Scenario = whileWriting(
  { id: "F9", name: "malformed JSON, HTML 200, Table, wrong kind" },
  async ({ world }) => {
    for (const line of nonsense) {
      world.proxy.inject(shoots, line);
      await pause(400);
    }
    const html = { kind: "answer", status: 200, headers: { "content-type": "text/html" }, body: "<html>" } as const;
    world.proxy.rules = [{ on: all, fault: html }];
    world.proxy.cut(shoots, "fin");
    await pause(2_000);
    return "";
  },
);

export const duplicatedWatchEvents: Scenario = whileWriting(
  { id: "F13", name: "events twice and out of order" },
  async ({ world }) => {
    let sent = 0;
    for (let round = 0; round < 10; round += 1) {
      await pause(200);
      sent += world.proxy.inject(shoots, (lately) => lately.toReversed().filter((line) => !line.includes("BOOKMARK")));
    }
    return `${sent} times`;
  },
);

export const watchesWithoutBookmarks: Scenario = whileWriting(
  { id: "F12", name: "no bookmarks" },
  async ({ world }) => {
    const isPlain = (line: string) => line.includes('"BOOKMARK"') && !line.includes("initial-events-end");
    const change = (line: string) => (isPlain(line) ? undefined : line);
    world.proxy.rules = [{ on: /watch=true/, fault: { kind: "lines", change } }];
    world.proxy.wire.cut("rst");
    await pause(3_000);
    return "";
  },
);
