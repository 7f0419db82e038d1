import { setTimeout as pause } from "node:timers/promises";
import { stringAt } from "#lib/kube/field.ts";
import type { Scenario } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import type { StreamViewer } from "../viewer.ts";
import { createBenchCalendarFeed } from "./calendars.ts";
import { openManyViewers } from "./crowd.ts";
import { readSteadily, writeSteadily } from "./steady.ts";

const two = { replicas: 2 } as const;

export const feedFromTwoReplicas: Scenario = {
  id: "9",
  name: "two replicas, one feed fetched ten times",
  async run({ alone }) {
    return await alone(two, async (world) => {
      await bothReady(world);
      const feed = await createBenchCalendarFeed(world);
      const told = await feedTold(world, feed.path, 10);
      return {
        saw: `${told.etags.size} ETags, sequences ${[...told.sequences].join(" → ")}`,
        limit: "1 ETag, sequences unchanged",
        met: told.etags.size === 1 && told.sequences.size === 1,
      };
    });
  },
};

/** The responses to requests for a feed, sent to the replicas in turn. */
async function feedTold(world: TestBed, path: string, fetches: number) {
  const etags = new Set<string>();
  const sequences = new Set<number>();
  for (let fetch = 0; fetch < fetches; fetch += 1) {
    const { headers, body } = await world.read(path);
    etags.add(String(headers.etag));
    sequences.add(sumOf(body.toString()));
    await pause(300);
  }
  return { etags, sequences };
}

function sumOf(calendar: string): number {
  return Array.from(calendar.matchAll(/^SEQUENCE:(\d+)/gm), ([, sequence]) => Number(sequence)).reduce(
    (a, b) => a + b,
    0,
  );
}

export const sessionsOnTwoReplicas: Scenario = {
  id: "F17",
  name: "two replicas: sessions, previews, cursors, ETags",
  async run({ alone }) {
    return await alone(two, async (world) => {
      await bothReady(world);
      const person = await world.person();
      const faults: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        if ((await person.get("/api/session")).status !== 200) faults.push("a session");
      }
      const [shoot] = world.farm.garden.shoots;
      const target = `/api/clusters/${shoot?.project}/${shoot?.name}/preview`;
      const act = { kind: "operation", id: "reconcile", when: "now" };
      const previews = new Set<string>();
      for (let round = 0; round < 4; round += 1) {
        const { body } = await person.send("POST", target, { act });
        const preview: unknown = JSON.parse(body.toString());
        previews.add(
          stringAt(preview, "hash") ?? stringAt(preview, "previewHash") ?? stringAt(preview, "resourceVersion") ?? "",
        );
      }
      if (previews.size !== 1) faults.push(`${previews.size} previews`);
      // A page reads everything from one replica and then connects to the other one.
      const viewers: StreamViewer[] = [];
      for (let round = 0; round < 4; round += 1) {
        // Reads from the other replica.
        if (round === 2) await person.get("/api/session");
        const viewer = await world.watch();
        viewers.push(viewer);
        if ((await secondsUntil(() => viewer.isLive, 10)) === undefined) faults.push("a page that is never live");
      }
      const mark = await world.mark();
      const shown = await secondsUntil(() => viewers.every((viewer) => viewer.shows(mark)), 10);
      if (shown === undefined) faults.push("a page that misses a change");
      if (viewers.some(({ types }) => types.includes("resync"))) faults.push("a cursor of the other replica");
      return {
        saw: faults.length === 0 ? `all the same; changes shown after ${formatSeconds(shown)}` : faults.join(", "),
        limit: "whichever replica answers",
        met: faults.length === 0,
      };
    });
  },
};

/** Kills the replicas in turn while pages are open and objects change. */
function killing(name: string, forSeconds: number, isLong: boolean): Scenario {
  return {
    id: "must hold",
    name,
    isLong,
    async run({ alone }) {
      return await alone(two, async (world) => {
        await bothReady(world);
        const feed = await createBenchCalendarFeed(world);
        const before = await feedTold(world, feed.path, 2);
        const viewers = await openManyViewers(world, { people: 40, each: 5, keepsRows: true });
        await secondsUntil(() => viewers.every(({ shownAt }) => shownAt !== undefined), 60);
        const writer = writeSteadily(world.farm.garden, 20);
        const reads = readSteadily(world);
        const until = performance.now() + forSeconds * 1000;
        let kills = 0;
        while (performance.now() < until) {
          const begun = performance.now();
          await world.restart(kills % 2);
          kills += 1;
          await pause(Math.max(0, 20_000 - (performance.now() - begun)));
        }
        const written = await writer.stop();
        const { asked, failedTwice: failed } = await reads.stop();
        const truth = await world.farm.garden.truth();
        const equal = await secondsUntil(() => viewers.every((viewer) => viewer.differsBy(truth) === 0), 30);
        const lost = viewers.reduce((sum, viewer) => sum + viewer.differsBy(truth), 0);
        const after = await feedTold(world, feed.path, 4);
        const sameFeed = new Set([...before.sequences, ...after.sequences]).size === 1 && after.etags.size === 1;
        return {
          saw: `${kills} kills, ${written} writes, ${failed} of ${asked} reads failed twice, the feed ${sameFeed ? "stayed" : "changed"}`,
          lost,
          liveAgainS: equal,
          limit: "0 lost, 0 reads fail after one retry",
          met: lost === 0 && failed === 0 && sameFeed,
        };
      });
    },
  };
}

export const replicaKillsShort: Scenario = killing("a replica killed every 20 s for 80 s, 200 viewers", 80, false);
export const replicaKillsLong: Scenario = killing("a replica killed every 20 s for 10 minutes, 200 viewers", 600, true);

async function bothReady(world: TestBed): Promise<void> {
  const ready = await secondsUntil(async () => {
    const statuses = await Promise.all(world.products.map((product) => product.status("/readyz")));
    return statuses.every((status) => status === 200);
  }, 60);
  if (ready === undefined) throw new Error("two replicas do not become ready");
}
