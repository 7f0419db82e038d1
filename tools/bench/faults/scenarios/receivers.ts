import { createServer, type RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listAt, stringAt } from "#lib/kube/field.ts";
import { type Listening, listenOnLoopback } from "#server/testing/listen-on-loopback.ts";
import { watchLivez } from "../../livez-watch.ts";
import { type BenchShoot, makeShootUnhealthy } from "../farm-garden.ts";
import type { SignedInPerson } from "../person.ts";
import type { Scenario, ScenarioContext, ScenarioOutcome } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import { signInPeople } from "./crowd.ts";

const limits = { noticeS: 10, livezMs: 500 } as const;
const own = { WEBHOOK_ALLOW: "127.0.0.0/8", WEBHOOK_PLAIN_HTTP: "true" };
const slowMs = 9_500;
const hooksEach = 5;
const rulesEach = 10;

/** Behaviours of failing webhook receivers. */
const kinds: readonly (readonly [string, RequestListener])[] = [
  ["answer after 9.5 s", (_, response) => void setTimeout(() => response.end(), slowMs).unref()],
  ["never answer", () => undefined],
  [
    "drip their headers",
    ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x-more: 1\r\n"), 500);
      socket.on("close", () => clearInterval(drip)).on("error", () => undefined);
    },
  ],
  [
    "say 200 and drip their body",
    (_, response) => {
      const drip = setInterval(() => response.write("x"), 500);
      response.on("close", () => clearInterval(drip));
    },
  ],
  ["are dead", ({ socket }) => void socket.destroy()],
];

/** Four hundred notifications to failing receivers are pending when another user gets a notification. */
export const slowReceivers: Scenario = {
  id: "N4",
  name: "receivers of five people that are slow, silent, lying or dead, and one that is well",
  run: (place) => place.alone({ environment: own }, (world) => deliver(place, world)),
};

async function deliver({ farm }: ScenarioContext, world: TestBed): Promise<ScenarioOutcome> {
  await world.ready();
  const [victim, ...others] = await signInPeople(world, 1 + kinds.length);
  const [first, second] = farm.garden.shoots;
  if (victim === undefined || first === undefined || second === undefined) throw new Error("nobody is there");
  const arrivals: number[] = [];
  let taken = 0;
  const well = await listening((_, response) => {
    arrivals.push(performance.now());
    response.end();
  });
  const ill = await Promise.all(
    kinds.map(([, behave]) =>
      listening((request, response) => {
        taken += 1;
        behave(request, response);
      }),
    ),
  );
  for (const [index, person] of others.entries()) {
    const url = ill[index]?.url ?? "";
    const to: string[] = [];
    // One after the other, because all rules of a user are stored in one document.
    while (to.length < hooksEach) to.push(await hook(person, url));
    for (let rule = 0; rule < rulesEach; rule += 1) await watch(person, { name: `rule ${rule}`, to, shoot: first });
  }
  await watch(victim, { name: "mine", to: [await hook(victim, well.url)], shoot: second });
  await makeShootUnhealthy(farm.garden, first);
  await secondsUntil(() => taken >= hooksEach, 60);
  await pause(3_000);
  const livez = watchLivez(world.product.port);
  await makeShootUnhealthy(farm.garden, second);
  let told = Number.NaN;
  await secondsUntil(async () => {
    const { body } = await victim.get("/api/notices");
    if (Number.isNaN(told) && listAt(JSON.parse(body.toString()), "notices").length > 0) told = performance.now();
    return arrivals.length > 0;
  }, 90);
  const longest = await livez.stop();
  const at = arrivals[0];
  const tookS = at === undefined ? undefined : Math.max(0, at - told) / 1000;
  for (const each of [well, ...ill]) each.close();
  for (const shoot of [first, second]) await farm.garden.patchStatus(shoot, { conditions: [] });
  return {
    saw: `${others.length * hooksEach * rulesEach} messages for others, ${taken} requests to them; somebody's own came ${formatSeconds(tookS)} after it was told, /livez ${longest.toFixed(0)} ms`,
    limit: `≤ ${limits.noticeS} s, /livez ≤ ${limits.livezMs} ms`,
    met: farm.isSoon(tookS, limits.noticeS) && farm.isSoon(longest / 1000, limits.livezMs / 1000),
  };
}

function listening(listener: RequestListener): Promise<Listening> {
  return listenOnLoopback(createServer(listener));
}

async function hook(person: SignedInPerson, url: string): Promise<string> {
  const body = { kind: "add-webhook", name: "receiver", shape: "json", url: `${url}/hook` };
  return stringAt(await sent(person, "/api/notices/destinations", body), "id") ?? "";
}

interface Watching {
  readonly name: string;
  readonly to: readonly string[];
  readonly shoot: BenchShoot;
}

async function watch(person: SignedInPerson, { name, to, shoot }: Watching): Promise<void> {
  const subject = { kind: "view", address: `/clusters?q=${shoot.name}` };
  await sent(person, "/api/notices", { kind: "save", name, subject, events: { unhealthy: 5 }, to });
}

async function sent(person: SignedInPerson, path: string, body: object): Promise<unknown> {
  const { status, body: answer } = await person.send("POST", path, body);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${answer}`);
  return JSON.parse(answer.toString());
}
