import { watchLivez } from "../../livez-watch.ts";
import type { Scenario } from "../scenario.ts";

interface Body {
  readonly id: string;
  readonly name: string;
  readonly patch: object;
  readonly about: string;
}

const cpuLimitMs = 100;
const answerLimit = 1_048_576;

const schedules = (count: number) =>
  Array.from({ length: count }, () => ({ start: "* * * * *", end: "* * * * *", location: "UTC" }));

const pools = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `p${index}`,
    machine: { type: "m5.large" },
    minimum: 1,
    maximum: 2,
  }));

const bodies: readonly Body[] = [
  ...[50, 200, 1_000].map((count) => ({
    id: "2",
    name: `preview with ${count} schedules * * * * *`,
    about: "hibernation-schedules",
    patch: { spec: { hibernation: { schedules: schedules(count) } } },
  })),
  {
    id: "10",
    name: "preview with 4,000 pools",
    about: "pool-settings",
    patch: { spec: { provider: { workers: pools(4_000) } } },
  },
  {
    id: "14",
    name: "preview with 3,000 spellings of time zones",
    about: "hibernation-schedules",
    patch: {
      spec: {
        hibernation: {
          schedules: Array.from({ length: 1_000 }, (_, index) => ({ start: "0 20 * * 1", location: spelled(index) })),
        },
      },
    },
  },
];

/** The text `europe/berlin` in upper and lower case letters according to the bits of a number. */
function spelled(bits: number): string {
  return [..."europe/berlin"].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join("");
}

/** Processor time of the Almanac process, including that for the garden's response. */
export const heavyBodies: readonly Scenario[] = bodies.map(({ id, name, about, patch }) => ({
  id,
  name,
  async run(place) {
    const world = await place.world();
    await world.atRest();
    world.leave();
    const person = await world.person();
    const [shoot] = world.farm.garden.shoots;
    const target = `/api/clusters/${shoot?.project}/${shoot?.name}/preview`;
    // The first request loads code that all later ones need.
    await person.send("POST", target, { act: { kind: "operation", id: "reconcile", when: "now" } });
    const livez = watchLivez(world.product.port);
    const [rounds, before] = [5, world.product.cpuMs()];
    let status = 0;
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const answer = await person.send(
        "POST",
        target,
        { act: { kind: "change", about, patch } },
        { timeoutMs: 120_000 },
      );
      status = answer.status;
      bytes = answer.body.byteLength;
    }
    const cpuMs = (world.product.cpuMs() - before) / rounds;
    const longest = await livez.stop();
    return {
      saw: `${status}, ${cpuMs.toFixed(0)} ms of processor each, ${(bytes / 1024).toFixed(0)} KiB, /livez ${longest.toFixed(0)} ms`,
      limit: `≤ ${cpuLimitMs} ms, ≤ 1 MiB, /livez ≤ 200 ms`,
      met:
        cpuMs <= cpuLimitMs &&
        bytes <= answerLimit &&
        world.farm.isSoon(longest / 1000, 0.2) &&
        status < 500 &&
        status > 0,
    };
  },
}));
