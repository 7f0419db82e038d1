import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { minuteMs } from "#lib/kube/time-units.ts";
import { watchLivez } from "../../livez-watch.ts";
import { SharedTestSetup } from "../farm.ts";
import { makeShootUnhealthy } from "../farm-garden.ts";
import type { SignedInPerson } from "../person.ts";
import type { Scenario, ScenarioOutcome } from "../scenario.ts";
import { TestBed } from "../test-bed.ts";
import { secondsUntil } from "../until.ts";

const clusters = 10_000;
const livezLimitMs = 500;
const attackMs = 60_000;
const ownersOf = [2_000, 5_000] as const;
/** Maximum delay of a notification in seconds: ten seconds between two checks, and the duration of a check. */
const noticeLimitS = 30;

const patterns = (count: number, seed: string) =>
  Array.from({ length: count }, (_, index) => `-*1*.${seed}${index}z`).join(",");

const allEvents = {
  ...{ unhealthy: 5, forced: 180, forecast: true, deadEnd: true, rotation: true, earlierEnd: true, held: true },
  ...{ ends: 180, others: true },
};

/** Runs `work` with the maximum number of clusters, and an Almanac that connects to the garden without a proxy. */
async function overMany<Value>(work: (world: TestBed) => Promise<Value>): Promise<Value> {
  const farm = await SharedTestSetup.open({ people: 2, garden: ["--shoots", String(clusters)] });
  try {
    const world = await TestBed.open(farm, { isDirect: true });
    try {
      if ((await world.ready(300)) === undefined) throw new Error("Almanac does not become ready");
      return await work(world);
    } finally {
      await world.close();
    }
  } finally {
    await farm.close();
  }
}

/** Processor time of the Almanac process per minute, in milliseconds, while `work` runs. */
async function cpuMsDuring(world: TestBed, work: () => Promise<void>): Promise<number> {
  const before = world.product.cpuMs();
  const beganAt = performance.now();
  await work();
  return ((world.product.cpuMs() - before) * minuteMs) / (performance.now() - beganAt);
}

/** Cost of an attack: the longest response time of /livez, and the processor time above that of an idle minute. */
async function during(world: TestBed, attack: () => Promise<void>) {
  const restMs = await cpuMsDuring(world, () => setTimeout(attackMs));
  const livez = watchLivez(world.product.port);
  const cpuMs = await cpuMsDuring(world, attack);
  return { restMs, aboveMs: cpuMs - restMs, livezMs: await livez.stop() };
}

/** Opens as many sessions of one user as possible. */
async function sessionsOf(world: TestBed, wanted: number): Promise<readonly SignedInPerson[]> {
  const [token = ""] = world.farm.readers;
  const sessions: SignedInPerson[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const person = await world.signIn(token).catch(() => undefined);
    if (person !== undefined) sessions.push(person);
  }
  return sessions;
}

const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

async function again(untilMs: number, act: () => Promise<number>): Promise<readonly number[]> {
  const statuses: number[] = [];
  const endsAt = performance.now() + untilMs;
  while (performance.now() < endsAt) statuses.push(await act());
  return statuses;
}

const manySessions: Scenario = {
  id: "N5",
  name: "one person signs in 120 times, and writes with all sessions",
  async run(place) {
    const world = await place.world();
    await world.ready();
    const beganAt = performance.now();
    const sessions = await sessionsOf(world, 120);
    const writes = sessions.length === 0 ? 0 : 300;
    const statuses: number[] = [];
    for (let index = 0; index < writes; index += 1) {
      const person = sessions[index % sessions.length];
      if (person === undefined) continue;
      statuses.push((await person.send("POST", "/api/settings", { theme: index % 2 === 0 ? "dark" : "light" })).status);
    }
    const minutes = (performance.now() - beganAt) / 60_000;
    const [mostSessions, mostWrites] = [30 + 30 * minutes + 1, 60 + 60 * minutes + 1];
    const written = count(statuses, 200);
    return {
      saw: `${sessions.length} of 120 sessions, ${written} of ${writes} writes in ${(minutes * 60).toFixed(0)} s`,
      limit: "30 sessions and 60 writes a minute",
      met: sessions.length <= mostSessions && written <= mostWrites && written > 0,
    };
  },
};

const worstRules: Scenario = {
  id: "N3",
  name: `20 rules that ask for all that one may, saved again and again over ${clusters} clusters`,
  run: () =>
    overMany(async (world): Promise<ScenarioOutcome> => {
      const sessions = await sessionsOf(world, 5);
      const [first] = sessions;
      if (first === undefined) throw new Error("nobody is there");
      let statuses: readonly number[] = [];
      const { restMs, aboveMs, livezMs } = await during(world, async () => {
        for (let index = 0; index < 20; index += 1) {
          const subject = { kind: "view", address: `/clusters?k8s=${patterns(20, `${index}x`)}` };
          await first.send("POST", "/api/notices", { kind: "save", name: `${index}`, subject, events: allEvents });
        }
        const { body } = await first.get("/api/notices");
        const { rules } = JSON.parse(body.toString());
        let turn = 0;
        statuses = await again(attackMs, async () => {
          turn += 1;
          const { id } = rules[turn % rules.length];
          const person = sessions[turn % sessions.length] ?? first;
          const { status, body: now } = await person.get("/api/notices");
          if (status !== 200) return status;
          const seen = JSON.parse(now.toString()).rules.find((rule: { id: string }) => rule.id === id)?.at;
          const events = turn % 2 === 0 ? allEvents : { deadEnd: true };
          return (await person.send("POST", "/api/notices", { kind: "change", id, seen, events })).status;
        });
      });
      return {
        saw: `${count(statuses, 200)} changes, ${count(statuses, 429)} refused; /livez ${livezMs.toFixed(0)} ms, ${aboveMs.toFixed(0)} ms of processor a minute above ${restMs.toFixed(0)} at rest`,
        limit: `/livez ≤ ${livezLimitMs} ms`,
        met: world.farm.isSoon(livezMs / 1000, livezLimitMs / 1000) && count(statuses, 500) === 0,
      };
    }),
};

const worstQueries: Scenario = {
  id: "N3",
  name: `views of 195 patterns over ${clusters} clusters, from three sessions at once`,
  run: () =>
    overMany(async (world): Promise<ScenarioOutcome> => {
      const sessions = await sessionsOf(world, 3);
      const query = `?k8s=${patterns(195, "q")}`;
      const paths = [`/api/forecast${query}`, `/api/calendar${query}`, `/api/figures?q=${"e+".repeat(90)}`];
      let statuses: readonly number[] = [];
      const { restMs, aboveMs, livezMs } = await during(world, async () => {
        const all = await Promise.all(
          sessions.map((person, index) =>
            again(
              attackMs,
              async () => (await person.get(paths[index % paths.length] ?? "/", { timeoutMs: 60_000 })).status,
            ),
          ),
        );
        statuses = all.flat();
      });
      return {
        saw: `${count(statuses, 200)} answers, ${count(statuses, 429)} refused; /livez ${livezMs.toFixed(0)} ms, ${aboveMs.toFixed(0)} ms of processor a minute above ${restMs.toFixed(0)} at rest`,
        limit: `/livez ≤ ${livezLimitMs} ms`,
        met: world.farm.isSoon(livezMs / 1000, livezLimitMs / 1000) && count(statuses, 500) === 0,
      };
    }),
};

/** Stores rule documents of users who do not exist, with names that sort before all others. */
async function fillBooks(farm: SharedTestSetup, owners: number): Promise<void> {
  const path = "/api/v1/namespaces/almanac/configmaps";
  const rule = {
    ...{ id: "r1", name: "All", subject: { kind: "view", address: "/clusters" }, events: { deadEnd: true } },
    ...{ to: [], off: false, at: "2026-01-01T00:00:00Z" },
  };
  let next = 0;
  const write = async () => {
    for (let index = next++; index < owners; index = next++) {
      const name = `system:serviceaccount:garden-p${index % 200}:a${index}`;
      const key = createHash("sha256").update(name).digest("hex").slice(0, 40);
      const labels = { "almanac.garden/watch-rules": "own", "almanac.garden/owner": key };
      const rules = JSON.stringify({ owner: { name, groups: [] }, rules: [rule], destinations: [] });
      const body = {
        ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: `almanac-rules-${key}`, labels } },
        data: { rules },
      };
      await farm.garden.send({ method: "POST", path, body }, [201, 409]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
}

const manyOwners: readonly Scenario[] = ownersOf.map((owners) => ({
  id: "N6",
  name: `${owners} people with rules, and one more who is told something`,
  async run() {
    const farm = await SharedTestSetup.open({ people: 2 });
    try {
      await fillBooks(farm, owners - 1);
      const world = await TestBed.open(farm, { isDirect: true });
      try {
        await world.ready(120);
        const person = await world.person();
        const [shoot] = farm.garden.shoots;
        if (shoot === undefined) throw new Error("the garden has no Shoots");
        const subject = { kind: "cluster", project: shoot.project, name: shoot.name };
        await person.send("POST", "/api/notices", { kind: "save", name: "Mine", subject, events: { unhealthy: 5 } });
        const livez = watchLivez(world.product.port);
        await makeShootUnhealthy(farm.garden, shoot);
        const toldS = await secondsUntil(async () => {
          const { body } = await person.get("/api/notices");
          return JSON.parse(body.toString()).notices.length > 0;
        }, 180);
        const livezMs = await livez.stop();
        return {
          saw: `told after ${toldS?.toFixed(1) ?? "no"} s, /livez ${livezMs.toFixed(0)} ms`,
          limit: `told ≤ ${noticeLimitS} s, /livez ≤ ${livezLimitMs} ms`,
          met: farm.isSoon(toldS, noticeLimitS) && farm.isSoon(livezMs / 1000, livezLimitMs / 1000),
        };
      } finally {
        await world.close();
      }
    } finally {
      await farm.close();
    }
  },
}));

/** A signed-in user who attacks the server. */
export const signedInAttacks: readonly Scenario[] = [manySessions, worstRules, worstQueries, ...manyOwners];
