import { setTimeout as pause } from "node:timers/promises";
import { imageEnvironment, imageOptions } from "../../image-options.ts";
import { watchLivez } from "../../livez-watch.ts";
import { startAttackers } from "../attack/send-strangers.ts";
import { connectionAttacks } from "../attack/strangers.ts";
import type { SignedInPerson } from "../person.ts";
import type { Scenario, ScenarioGroup } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";

const strangers = 400;
const limits = { livezMs: 500, pageMs: 2_000, rssMib: 100, givenBackMib: 50, givenBackS: 60 } as const;

/** Resident memory before the first attack, in MiB. */
const rests = new WeakMap<TestBed, number>();

/** Resident memory in MiB before an attack, a minute after the first pages, when memory for the start is free again. */
async function restOf(world: TestBed, person: SignedInPerson): Promise<number> {
  for (let page = 0; page < 20; page += 1) await person.get("/clusters");
  await pause(rests.has(world) ? 10_000 : 60_000);
  const rest = rests.get(world) ?? world.product.memory().nowMib;
  rests.set(world, rest);
  return rest;
}

/** Durations of page requests of a signed-in user during the attack; 30 s if there was no response. */
async function openPages(person: SignedInPerson, isOver: () => boolean): Promise<readonly number[]> {
  const tookMs: number[] = [];
  while (!isOver()) {
    const { status, ms } = await person.get("/clusters");
    tookMs.push(status === 200 ? ms : 30_000);
    await pause(100);
  }
  return tookMs.sort((a, b) => a - b);
}

/** Simulated attackers. @param name attack that all of them use; if missing, each attack is used by an equal share */
function attackedBy(name: string | undefined, forS: number): Scenario {
  return {
    id: "A1",
    name: `${strangers} strangers: ${name ?? `all of these at once, ${forS} s`}`,
    isLong: forS > 10,
    async run(place) {
      const world = await place.world();
      const person = await world.person();
      const { product } = world;
      const rest = await restOf(world, person);
      product.forgetPeak();
      const livez = watchLivez(product.port);
      const sent = startAttackers(product.port, strangers, name);
      let isOver = false;
      const pages = openPages(person, () => isOver);
      await pause(forS * 1_000);
      const { peakMib, nowMib } = product.memory();
      isOver = true;
      const tookMs = await pages;
      const longest = await livez.stop();
      const { open, closed } = await sent.leave();
      const isBack = () => product.memory().nowMib - rest <= limits.givenBackMib;
      const back = await secondsUntil(isBack, limits.givenBackS);
      const p95 = tookMs[Math.ceil(tookMs.length * 0.95) - 1] ?? 30_000;
      const above = peakMib - rest;
      const saw = [
        `/livez ${longest.toFixed(0)} ms`,
        `a page ${p95.toFixed(0)} ms (p95 of ${tookMs.length})`,
        `RSS ${rest.toFixed(0)} MiB before any came, at most +${above.toFixed(0)}, +${(nowMib - rest).toFixed(0)} at the end`,
        `given back after ${formatSeconds(back)}`,
        `${open} connected at the end, ${closed} closed`,
      ];
      const { farm } = world;
      return {
        saw: saw.join(", "),
        limit: `/livez ≤ ${limits.livezMs} ms, page ≤ ${limits.pageMs} ms, RSS ≤ +${limits.rssMib} MiB, +${limits.givenBackMib} after ≤ ${limits.givenBackS} s`,
        met:
          farm.isSoon(longest / 1_000, limits.livezMs / 1_000) &&
          farm.isSoon(p95 / 1_000, limits.pageMs / 1_000) &&
          above <= limits.rssMib &&
          back !== undefined,
      };
    },
  };
}

/** Attacks without a session, on a process with the Node.js options of the container image. */
export const anonymousAttacks: ScenarioGroup = {
  world: { isDirect: true, nodeOptions: imageOptions(), environment: imageEnvironment() },
  scenarios: [
    ...connectionAttacks("").map(({ name }) => attackedBy(name, 8)),
    attackedBy(undefined, 10),
    attackedBy(undefined, 75),
  ],
};
