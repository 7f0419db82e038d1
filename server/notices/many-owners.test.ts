import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventuallyTimeoutMs } from "#lib/testing/eventually.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import {
  createProcessorTimeBudgets,
  currentProcessorTimeBudget,
} from "#server/processor-time/processor-time-budget.ts";
import { createStaticGarden } from "#server/testing/create-static-garden.ts";
import { fullScope } from "#server/testing/full-scope.ts";
import { type RouteTestBed, startRouteTestBed } from "#server/testing/route-test-bed.ts";
import { createStaticCollections } from "#server/testing/worst/flat-landscape.ts";
import { ruleDocumentForView } from "#server/testing/worst/worst-case-documents.ts";
import { systemClock } from "#server/watch/clock.ts";
import { maxWatchedOwners } from "./select-watched-owners.ts";
import { WatchRuleEvaluator } from "./watch-rule-evaluator.ts";

const more = 10;
const nameOf = (index: number) => `person-${String(index).padStart(5, "0")}`;
const names = Array.from({ length: maxWatchedOwners + more }, (_, index) => nameOf(index));
const ofPayments: UserScope = { ...fullScope, all: false, namespaces: new Set(["garden-payments"]), rowsKey: "p" };

let world: RouteTestBed;

const nothingAnnounced = { read: async () => [], clusterOf: () => ({ provider: "aws", profiles: [] }) };

beforeAll(async () => {
  const books = names.map((name) => ruleDocumentForView(name, "/clusters"));
  world = await startRouteTestBed({
    found: createStaticGarden(createStaticCollections(new Date(), books)),
    env: { ALMANAC_NAMESPACE: "almanac" },
  });
  await vi.waitUntil(() => world.app.isReady() && world.app.fleet.isSettled(), eventuallyTimeoutMs);
});
afterAll(() => world.stop());

test("5,000 people with rules are all watched for, and whoever is more is told so and has a turn", async () => {
  const { fleet, directory, ownKeeping: keeping, log } = world.app;
  if (keeping === undefined) throw new Error("nothing can be kept");
  let now = 0;
  const beganAt = Date.now();
  // Waits until every user was checked, however slow the machine is.
  const clock = { ...systemClock, monotonicMs: () => 0, wallMs: () => beganAt + now };
  const watch = new WatchRuleEvaluator({
    fleet,
    directory,
    keeping,
    announcements: nothingAnnounced,
    scopeOf: async () => ofPayments,
    charged: (_, check) => check(),
    clock,
    log,
  });
  await watch.check();
  expect(watch.figures).toMatchObject({ watched: maxWatchedOwners, waiting: more, oldestSeconds: 0 });
  const waiting = names.filter((name) => watch.unwatchedOf(name).length > 0);
  expect(waiting).toHaveLength(more);
  expect(watch.unwatchedOf(waiting[0] ?? "")).toEqual([expect.stringMatching(/5010 people .* 5000/)]);
  now = 15 * 60_000;
  await watch.check();
  expect(watch.figures).toMatchObject({ watched: maxWatchedOwners, waiting: more });
  expect(waiting.filter((name) => watch.unwatchedOf(name).length > 0)).toEqual([]);
});

test("whoever has used up the processor time for rules is checked again when the minute is over, and is told how late that is", async () => {
  const { fleet, directory, ownKeeping: keeping, log } = world.app;
  if (keeping === undefined) throw new Error("nothing can be kept");
  let now = 0;
  const beganAt = Date.now();
  const clock = { ...systemClock, monotonicMs: () => 0, wallMs: () => beganAt + now };
  const people = createProcessorTimeBudgets(() => now);
  const charged = <Done>(userName: string, check: () => Promise<Done>) => people(userName, "rules", check);
  const watch = new WatchRuleEvaluator({
    fleet,
    directory,
    keeping,
    announcements: nothingAnnounced,
    scopeOf: async () => ofPayments,
    charged,
    clock,
    log,
  });
  const [spender = "", other = ""] = names;
  await watch.check();
  const spend = () => charged(spender, async () => currentProcessorTimeBudget()?.charge(1_000));
  for (now = 60_000; now <= 6 * 60_000; now += 60_000) {
    spend();
    await watch.check();
  }
  expect(watch.unwatchedOf(other)).toEqual([]);
  expect(watch.unwatchedOf(spender)).toEqual([expect.stringMatching(/not checked for \d+ minutes/)]);
  now += 70_000;
  await watch.check();
  expect(watch.unwatchedOf(spender)).toEqual([]);
});

test("while first checks take long, people who were checked before are checked in every round, and a failing check holds up nobody", async () => {
  const { fleet, directory, ownKeeping: keeping, log } = world.app;
  if (keeping === undefined) throw new Error("nothing can be kept");
  const [known = "", failing = ""] = names;
  let now = 0;
  const beganAt = Date.now();
  const checked: string[] = [];
  const watch = new WatchRuleEvaluator({
    fleet,
    directory,
    keeping,
    announcements: nothingAnnounced,
    scopeOf: async ({ name }) => {
      // Each read takes a second of the round, so that few first checks fit into it.
      now += 1_000;
      if (name === failing) throw new Error("the garden's API server does not answer");
      return ofPayments;
    },
    charged: (name, check) => {
      checked.push(name);
      return check();
    },
    clock: { ...systemClock, monotonicMs: () => now, wallMs: () => beganAt + now },
    log,
  });
  await watch.checkOne(known);
  const rounds: string[][] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = checked.length;
    await watch.check();
    rounds.push(checked.slice(before));
  }
  for (const round of rounds) expect(round).toContain(known);
  // The first checks of a round are other people's than those of the round before.
  expect(rounds.flat().filter((name) => name === failing)).toHaveLength(1);
  expect(new Set(checked).size).toBeGreaterThan(40);
});
