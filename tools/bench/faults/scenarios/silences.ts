import { setTimeout as pause } from "node:timers/promises";
import { stringAt } from "#lib/kube/field.ts";
import { isRecord } from "#lib/kube/wire.ts";
import { BenchGarden } from "../farm-garden.ts";
import { forbiddenResponse } from "../fault.ts";
import type { Scenario } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";

const shoots = /^GET \/apis\/core[^ ]*\/shoots\?/;
/** Limit in s to detect a silent watch: 24 s of watch, 4 s tolerated delay, and 8 s for data from the next watch. */
const toldS = 40;
const rereads = /shoots\?.*(sendInitialEvents|limit=)/;

export const lostBytesWithoutClose: Scenario = {
  id: "F11",
  name: "every byte lost, no FIN",
  async run({ alone }) {
    return await alone({}, async (world) => {
      const viewer = await world.calm();
      const since = performance.now();
      world.proxy.wire.swallow();
      const noticedS = await secondsUntil(() => !viewer.isLive, 75);
      await world.proxy.wire.restore();
      const liveAgainS = await world.liveAgain(viewer);
      const lost = await world.lost(viewer);
      return {
        saw: `${viewer.toldSince(since)}; said so after ${formatSeconds(noticedS)}`,
        lost,
        liveAgainS,
        limit: `said ≤ ${toldS} s, live ≤ 10 s`,
        met: lost === 0 && world.farm.isSoon(noticedS, toldS) && world.farm.isSoon(liveAgainS, 10),
      };
    });
  },
};

export const silentWatch: Scenario = {
  id: "12",
  name: "the watch of Shoots says nothing any more",
  async run({ alone }) {
    return await alone({}, async (world) => {
      const viewer = await world.calm();
      world.proxy.swallow(shoots);
      const mark = await world.mark();
      // The page either says that it is not live, or shows the change that it missed.
      const noticedS = await secondsUntil(() => !viewer.isLive || viewer.shows(mark), 75);
      const liveAgainS = await world.liveAgain(viewer);
      const lost = await world.lost(viewer);
      return {
        saw: `noticed after ${formatSeconds(noticedS)}`,
        lost,
        liveAgainS,
        limit: `≤ ${toldS} s`,
        met: lost === 0 && world.farm.isSoon(noticedS, toldS) && world.farm.isSoon(liveAgainS, 10),
      };
    });
  },
};

export const slowProjectList: Scenario = {
  id: "F5",
  name: "Projects: 20 s to the first byte, then 1 KB/s",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    world.proxy.rules = [{ on: /\/projects\?/, fault: { kind: "late", ms: 20_000 } }];
    world.proxy.cut(/\/projects\?/, "fin");
    const meanwhile: (number | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      const mark = await world.mark();
      meanwhile.push(await secondsUntil(() => viewer.shows(mark), 10));
      await pause(500);
    }
    world.proxy.rules = [{ on: /\/projects\?/, fault: { kind: "slow", bytesPerSecond: 1_000 } }];
    world.proxy.cut(/\/projects\?/, "fin");
    const mark = await world.mark();
    meanwhile.push(await secondsUntil(() => viewer.shows(mark), 10));
    const told = viewer.toldSince(since);
    world.proxy.rules = [];
    world.proxy.wire.cut("fin");
    const liveAgainS = await world.liveAgain(viewer);
    const lost = await world.lost(viewer);
    const slowest = Math.max(...meanwhile.map((each) => each ?? 99));
    return {
      saw: `${told}; Shoots went on within ${formatSeconds(slowest)}`,
      lost,
      liveAgainS,
      limit: "others unaffected (≤ 2 s); live ≤ 10 s",
      met: lost === 0 && slowest <= 2 && world.farm.isSoon(liveAgainS, 10),
    };
  },
};

export const oversizedObjects: Scenario = {
  id: "F10, 11",
  name: "an object of 5 MB, one of 100,000 levels, a DELETED too large",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const noticed = [
      await sendUnreadable(world, "MODIFIED", JSON.stringify("x".repeat(5_000_000))),
      await sendUnreadable(world, "MODIFIED", deep),
      await sendUnreadable(world, "DELETED", JSON.stringify("x".repeat(5_000_000))),
    ];
    const told = viewer.toldSince(since);
    const { isAlive } = world.product;
    const liveAgainS = await world.liveAgain(viewer);
    return {
      saw: `${told}; noticed after ${noticed.map(formatSeconds).join(", ")}`,
      liveAgainS,
      limit: "each a row that says so, or read again ≤ 10 s",
      met: isAlive && noticed.every((each) => each !== undefined) && world.farm.isSoon(liveAgainS, 10),
    };
  },
};

/** Sends an unreadable event about an existing Shoot; returns when Almanac has reacted. */
async function sendUnreadable(world: TestBed, type: string, filler: string): Promise<number | undefined> {
  const viewer = await world.watch();
  await secondsUntil(() => viewer.isLive, 20);
  const [shoot] = world.farm.garden.shoots.slice(-1);
  const target = `/apis/core.gardener.cloud/v1beta1/namespaces/${shoot?.namespace}/shoots/${shoot?.name}`;
  const object = await world.farm.garden.send({ path: target });
  const uid = stringAt(object, "metadata", "uid") ?? "";
  const before = viewer.rows.get(uid)?.version;
  const metadata = isRecord(object) && isRecord(object.metadata) ? object.metadata : {};
  const next = String(BigInt(stringAt(object, "metadata", "resourceVersion") ?? "1") + 1n);
  const whole = { ...(isRecord(object) ? object : {}), metadata: { ...metadata, resourceVersion: next } };
  const text = JSON.stringify({ type, object: { ...whole, status: "FILLER" } }).replace('"FILLER"', filler);
  const read = world.proxy.count(rereads);
  world.proxy.inject(shoots, text);
  const noticed = () => world.proxy.count(rereads) > read || viewer.rows.get(uid)?.version !== before;
  const answer = await secondsUntil(noticed, world.farm.patience(10));
  viewer.close();
  return answer;
}

export const restoredGarden: Scenario = {
  id: "F12",
  name: "garden restored from a backup: versions go back",
  async run({ farm, alone }) {
    return await alone({}, async (world) => {
      const viewer = await world.calm();
      for (let write = 0; write < 60; write += 1) await farm.garden.write();
      const since = performance.now();
      const older = await BenchGarden.start(farm.newPath("backup"));
      try {
        // In a restored garden, old tokens are valid; here another garden needs other tokens.
        await world.renewToken(await older.ownToken());
        world.proxy.lead(older.address);
        const truth = await older.truth();
        const person = await world.signIn(await older.reader("reader-after"));
        const after = await world.watch({}, person);
        const liveAgainS = await secondsUntil(() => after.isLive && after.differsBy(truth) === 0, 90);
        return {
          saw: `${viewer.toldSince(since)}`,
          lost: after.differsBy(truth),
          liveAgainS,
          limit: "everything new; live ≤ 10 s",
          met: world.farm.isSoon(liveAgainS, 10),
        };
      } finally {
        await older.stop();
      }
    });
  },
};

export const forbiddenCollection: Scenario = {
  id: "F21, 8",
  name: "CloudProfiles forbidden to Almanac",
  async run(place) {
    const world = await place.world();
    const viewer = await world.calm();
    const since = performance.now();
    const on = /^GET \/apis\/core[^ ]*\/cloudprofiles\?/;
    world.proxy.rules = [{ on, fault: forbiddenResponse }];
    world.proxy.cut(on, "fin");
    const named = await secondsUntil(() => /CloudProfiles/.test(viewer.toldSince(since)), world.farm.patience(10));
    const told = viewer.toldSince(since);
    const mark = await world.mark();
    const others = await secondsUntil(() => viewer.shows(mark), world.farm.patience(10));
    world.proxy.rules = [];
    const liveAgainS = await world.liveAgain(viewer);
    return {
      saw: `${told}; Shoots went on within ${formatSeconds(others)}`,
      liveAgainS,
      limit: "the part is named, others go on; live ≤ 10 s",
      met: named !== undefined && world.farm.isSoon(others, 2) && world.farm.isSoon(liveAgainS, 10),
    };
  },
};

export const deletedAccount: Scenario = {
  id: "16",
  name: "an account is deleted while its stream is open",
  async run({ farm, alone }) {
    return await alone({}, async (world) => {
      await world.calm();
      const person = await world.signIn(await farm.garden.reader("leaver"));
      const viewer = await world.watch({ comesBack: false }, person);
      await secondsUntil(() => viewer.isLive, 20);
      await farm.garden.forgetReader("leaver");
      const endedS = await secondsUntil(() => viewer.endedAt !== undefined, 90);
      return {
        saw: `the stream ended after ${formatSeconds(endedS)}`,
        limit: "≤ 60 s",
        met: world.farm.isSoon(endedS, 60),
      };
    });
  },
};

export const sessionEndsDuringStream: Scenario = {
  id: "F14",
  name: "the session ends in the middle of a stream",
  async run({ alone }) {
    return await alone({ environment: { SESSION_MAX_AGE: "1m" } }, async (world) => {
      await world.ready();
      const signedInAt = performance.now();
      const viewer = await world.watch({ comesBack: false });
      const warned = await secondsUntil(() => viewer.types.includes("reauth"), 20);
      await secondsUntil(() => viewer.endedAt !== undefined, 75);
      const endedS = ((viewer.endedAt ?? Number.NaN) - signedInAt) / 1000;
      return {
        saw: `asked to sign in after ${formatSeconds(warned)}, closed after ${endedS.toFixed(1)} s`,
        limit: "reauth before, closed at 60 s",
        met: warned !== undefined && endedS > 55 && endedS < 65,
      };
    });
  },
};
