import { setTimeout as pause } from "node:timers/promises";
import { sendBenchRequest } from "#tools/bench/faults/exchange.ts";
import { errorEvent, forbiddenResponse, serverErrorResponse } from "#tools/bench/faults/fault.ts";
import type { TestBed, TestBedOptions } from "#tools/bench/faults/test-bed.ts";
import { secondsUntil } from "#tools/bench/faults/until.ts";
import { imageEnvironment, imageOptions } from "#tools/bench/image-options.ts";
import type { AlertTriggerContext } from "./alert-fault-context.ts";
import { failWebhookDeliveries, localWebhookSettings } from "./deliver-in-vain.ts";
import { chartHeapMib, growObjectsToHeapLimit } from "./outgrow-heap.ts";

/** A problem that is caused on purpose, and the alerts that it must trigger. */
export interface AlertTrigger {
  readonly name: string;
  readonly alerts: readonly string[];
  /** Time until the alerts fire: one or two minutes ("quick"), at least five ("long"), or else two to four. */
  readonly pace?: "quick" | "long";
  readonly world?: TestBedOptions;
  /** Options of a separate garden, if the problem needs one. */
  readonly garden?: readonly string[];
  /** Whether a replica of another release runs as well. Alert durations of an hour are shortened to a minute. */
  readonly hasOtherRelease?: boolean;
  /** Whether no Almanac runs, so that a separate Prometheus evaluates the alerts. */
  readonly isAbsent?: boolean;
  /** Whether the alerts cover the last hour, so that their end is not waited for. */
  readonly looksBackLong?: boolean;
  /** Causes the problem until `over` is aborted. */
  hold(world: TestBed, over: AbortSignal, more: AlertTriggerContext): Promise<unknown>;
}

const shoots = /^GET \/apis\/core[^ ]*\/shoots\?/;
const oneShoot = /^GET \/apis\/core[^ ]*\/shoots\/[^? ]+/;
const fromOurPage = { "content-type": "application/json", "x-almanac": "1", "sec-fetch-site": "same-origin" };

/** Repeats an action until the signal is aborted. */
async function again(over: AbortSignal, everyMs: number, act: () => Promise<unknown> | unknown): Promise<void> {
  while (!over.aborted) {
    await act();
    await pause(everyMs);
  }
}

function readCluster(world: TestBed): Promise<unknown> {
  const [shoot] = world.farm.garden.shoots;
  return world.read(`/api/clusters/${shoot?.project}/${shoot?.name}`);
}

/** Many large labels: Kubernetes limits the size of each label, but not their number. */
const labelsOf = (size: number, value: string) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`bench/label-${index}`, value]));

/** Opens pages over slow connections while clusters change faster than the changes can be sent. */
async function tellSlowReaders(world: TestBed, over: AbortSignal): Promise<void> {
  // A client that reads nothing for half a minute would be disconnected.
  for (const readsEveryMs of [300, 400, 500, 600, 700, 800]) await world.watch({ keepsRows: false, readsEveryMs });
  const { shoots } = world.farm.garden;
  let round = 0;
  await again(over, 250, async () => {
    round += 1;
    const shoot = shoots[round % shoots.length];
    const labels = labelsOf(1_000, String(round).padStart(63, "0"));
    if (shoot !== undefined) await world.farm.garden.patch(shoot, { metadata: { labels } });
  });
}

/** Opens a page and changes a cluster that it shows, so that there is always something to send. */
async function lookAndChange(world: TestBed, over: AbortSignal): Promise<void> {
  await world.watch();
  await again(over, 500, () => world.mark());
}

export const noProblemFixture: AlertTrigger = { name: "nothing is wrong", alerts: [], hold: lookAndChange };

export const alertTriggers: readonly AlertTrigger[] = [
  {
    name: "Almanac is not there",
    alerts: ["AlmanacAbsent"],
    pace: "long",
    isAbsent: true,
    hold: (world) => world.product.end("SIGKILL"),
  },
  {
    name: "the garden answers late",
    alerts: ["AlmanacAnswersSlow"],
    pace: "long",
    async hold(world, over) {
      world.proxy.rules = [{ on: oneShoot, fault: { kind: "late", ms: 4_000 } }];
      await Promise.all(Array.from({ length: 8 }, () => again(over, 100, () => readCluster(world))));
    },
  },
  {
    name: "the process hardly runs",
    alerts: ["AlmanacChangesLate"],
    pace: "long",
    async hold(world, over) {
      const working = lookAndChange(world, over);
      await again(over, 120, async () => {
        world.product.signal("SIGSTOP");
        await pause(2_800);
        world.product.signal("SIGCONT");
      });
      await working;
    },
  },
  {
    name: "a start without the garden",
    alerts: ["AlmanacServesNobody", "AlmanacNotReady"],
    world: { refuses: true },
    hold: async () => undefined,
  },
  {
    name: "the garden is away",
    alerts: ["AlmanacGardenUnheard", "AlmanacCollectionOld", "AlmanacAnswersFail", "AlmanacGardenFails"],
    async hold(world, over) {
      await readCluster(world);
      await world.proxy.wire.refuse();
      await again(over, 200, () => readCluster(world));
    },
  },
  {
    name: "CloudProfiles are forbidden",
    alerts: ["AlmanacCollectionOld"],
    async hold(world) {
      world.proxy.rules = [{ on: /\/cloudprofiles\?/, fault: forbiddenResponse }];
      world.proxy.cut(/\/cloudprofiles\?/, "fin");
    },
  },
  {
    name: "the garden forgets versions",
    alerts: ["AlmanacRelists", "AlmanacWatchesFail"],
    looksBackLong: true,
    hold: (world, over) => again(over, 1_000, () => world.proxy.inject(shoots, errorEvent(410, "Expired"))),
  },
  {
    name: "lines that are no JSON",
    alerts: ["AlmanacMalformedObjects"],
    pace: "quick",
    hold: (world, over) => again(over, 5_000, () => world.proxy.inject(shoots, "{")),
  },
  {
    name: "an object of 5 MB",
    alerts: ["AlmanacOversizedObjects"],
    pace: "quick",
    hold: (world, over) => again(over, 5_000, () => world.proxy.inject(shoots, "x".repeat(5_000_000))),
  },
  {
    name: "nobody answers about rights",
    alerts: ["AlmanacRightsNotReviewed"],
    async hold(world, over) {
      await world.watch();
      await world.read("/api/fleet");
      world.proxy.rules = [{ on: /selfsubject/, fault: serverErrorResponse }];
      await again(over, 1_000, () => world.read("/api/fleet"));
    },
  },
  {
    name: "it starts again and again",
    alerts: ["AlmanacRestarts"],
    looksBackLong: true,
    async hold(world, over) {
      for (let start = 0; start < 3 && !over.aborted; start += 1) {
        await world.restart();
        await world.ready();
        // Prometheus scrapes every five seconds and has seen the value by then.
        await pause(12_000);
      }
    },
  },
  {
    name: "two releases at once",
    alerts: ["AlmanacVersionsDiffer"],
    hasOtherRelease: true,
    hold: async () => undefined,
  },
  {
    name: "pages over slow lines",
    alerts: ["AlmanacStreamsBehind"],
    garden: [],
    hold: tellSlowReaders,
  },
  {
    name: "the garden outgrows the heap",
    alerts: ["AlmanacHeapNearlyFull", "AlmanacRefusesForMemory"],
    pace: "long",
    garden: ["--shoots", "400"],
    world: {
      nodeOptions: imageOptions(),
      environment: { ...imageEnvironment(), NODE_OPTIONS: `--max-old-space-size=${chartHeapMib()}` },
    },
    hold: growObjectsToHeapLimit,
  },
  {
    name: "Leases are forbidden",
    alerts: ["AlmanacDeliveryStandsStill", "AlmanacNobodyDelivers"],
    pace: "long",
    // In the shared garden, another replica would hold the Lease.
    garden: [],
    async hold(world, _, { figures }) {
      // No replica holds the Lease either when a process has just started.
      await secondsUntil(async () => /^almanac_delivery_leader 1$/m.test(await figures()), 60);
      world.proxy.rules = [{ on: /^(POST|PATCH) [^ ]*\/leases/, fault: forbiddenResponse }];
    },
  },
  {
    name: "the receivers are broken",
    alerts: ["AlmanacDeliveriesFail"],
    garden: [],
    world: { environment: localWebhookSettings },
    hold: failWebhookDeliveries,
  },
  {
    name: "nobody says what others may see",
    alerts: ["AlmanacRulesUnwatched"],
    pace: "long",
    garden: [],
    async hold(world) {
      const subject = { kind: "view", address: "/clusters" };
      const [token = ""] = await world.farm.peopleTokens(1);
      const person = await world.signIn(token);
      await person.send("POST", "/api/notices", { kind: "save", name: "All", subject, events: { deadEnd: true } });
      world.proxy.rules = [{ on: /\/subjectaccessreviews/, fault: serverErrorResponse }];
    },
  },
  {
    name: "the process stands still",
    alerts: ["AlmanacLoopBlocked"],
    pace: "quick",
    async hold(world) {
      world.product.signal("SIGSTOP");
      await pause(4_000);
      world.product.signal("SIGCONT");
    },
  },
  {
    name: "tokens are guessed",
    alerts: ["AlmanacSignInsRefused"],
    pace: "quick",
    hold: (world, over) =>
      again(over, 100, () => {
        const body = JSON.stringify({ method: "token", token: "guessed" });
        return sendBenchRequest(world.product.port, {
          method: "POST",
          path: "/api/session",
          headers: fromOurPage,
          body,
        });
      }),
  },
  {
    name: "another site sends requests",
    alerts: ["AlmanacOriginRefused"],
    pace: "quick",
    hold: (world, over) =>
      again(over, 200, () => {
        const headers = { ...fromOurPage, "sec-fetch-site": "cross-site" };
        return sendBenchRequest(world.product.port, { method: "POST", path: "/api/session", headers, body: "{}" });
      }),
  },
  {
    name: "a script reads without end",
    alerts: ["AlmanacLimitsReached"],
    pace: "quick",
    hold: (world, over) =>
      again(over, 20, () => Promise.all(Array.from({ length: 10 }, () => world.read("/api/session/permissions")))),
  },
];

/** Waits until Almanac answers before the problem is caused, so that counters are scraped at their initial values. */
export async function waitUntilReadyAtStart(world: TestBed, { world: options }: AlertTrigger): Promise<void> {
  if (options?.refuses) return;
  await secondsUntil(async () => (await world.product.status("/readyz")) === 200, 120);
}
