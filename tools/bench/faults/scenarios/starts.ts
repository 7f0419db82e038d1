import { readEntireFleet } from "#lib/contract/read-fleet.ts";
import {
  emptyResponse,
  forbiddenResponse,
  neverAnswered,
  type ProxyDisturbance,
  serverErrorResponse,
} from "../fault.ts";
import type { Scenario, ScenarioContext, ScenarioOutcome } from "../scenario.ts";
import type { TestBed } from "../test-bed.ts";
import { formatSeconds, secondsUntil } from "../until.ts";
import { countCalendarEvents, countCancelledEvents, createSharedFeed } from "./calendars.ts";

const collections = ["shoots", "projects", "cloudprofiles", "namespacedcloudprofiles", "rolebindings"] as const;
const faults: Readonly<Record<string, ProxyDisturbance>> = {
  "500": serverErrorResponse,
  "403": forbiddenResponse,
  hangs: neverAnswered,
  empty: emptyResponse,
};
const limit = "nothing cancelled, no zero, ready only when read; live ≤ 10 s";

/** At the start, one collection at a time is unavailable. */
export const partialStarts: readonly Scenario[] = collections.flatMap((collection) =>
  Object.entries(faults).map(([words, fault]) => ({
    id: "1",
    name: `start while ${collection} ${/^\d/.test(words) ? `answers ${words}` : words === "empty" ? "is an empty body" : words}`,
    run: (place: ScenarioContext) => startWithout(place, collection, fault),
  })),
);

export const startWithoutGarden: Scenario = {
  id: "F1",
  name: "garden down at the start",
  run: ({ alone }) =>
    alone({ refuses: true }, async (world) => {
      const [livez, readyz, login] = await Promise.all([
        world.product.status("/livez"),
        world.product.status("/readyz"),
        world.product.status("/login"),
      ]);
      await world.proxy.wire.restore();
      const liveAgainS = await world.ready();
      return {
        saw: `/livez ${livez}, /readyz ${readyz}, /login ${login}; ready after ${formatSeconds(liveAgainS)}`,
        liveAgainS,
        limit: "shell 200, /livez 200, /readyz 503; ready ≤ 10 s",
        met: livez === 200 && readyz === 503 && login === 200 && world.farm.isSoon(liveAgainS, 10),
      };
    }),
};

async function startWithout(
  { farm, alone }: ScenarioContext,
  collection: string,
  fault: ProxyDisturbance,
): Promise<ScenarioOutcome> {
  const feed = await createSharedFeed(farm);
  const on = new RegExp(`^GET /apis/[^ ]*/${collection}(\\?| )`);
  return await alone({ rules: [{ on, fault }] }, async (world) => {
    await secondsUntil(() => world.proxy.count(new RegExp(`/${collection}(\\?|$)`)) > 0, 10);
    const before = await look(world, feed.path, 3);
    world.proxy.rules = [];
    const liveAgainS = await secondsUntil(async () => {
      const { status, body } = await world.read(feed.path);
      return status === 200 && countCalendarEvents(body) === feed.events;
    }, world.farm.patience(30));
    const after = await world.read(feed.path);
    const lost = Math.max(before.cancelled, countCancelledEvents(after.body));
    const mayBeReady = collection === "rolebindings";
    const honest = mayBeReady || !before.wasReady;
    return {
      saw: before.words,
      lost,
      liveAgainS,
      limit,
      met: lost === 0 && !before.zero && honest && world.farm.isSoon(liveAgainS, 10),
    };
  });
}

interface Looked {
  readonly words: string;
  readonly cancelled: number;
  readonly zero: boolean;
  readonly wasReady: boolean;
}

/** The responses that all users get for the given number of seconds. */
async function look(world: TestBed, feed: string, forSeconds: number): Promise<Looked> {
  const words = new Set<string>();
  let cancelled = 0;
  let zero = false;
  let wasReady = false;
  await secondsUntil(async () => {
    const ready = await world.product.status("/readyz");
    const calendar = await world.read(feed);
    const [fleet, file, table] = await Promise.all(
      ["/api/fleet", "/api/calendar", "/api/forecast?format=csv"].map((target) => world.read(target)),
    );
    cancelled = Math.max(cancelled, countCancelledEvents(calendar.body));
    const read = fleet?.status === 200 ? readEntireFleet(fleet.body.toString()) : undefined;
    zero ||= read !== undefined && read.freshness.state !== "loading" && read.rows.length === 0;
    zero ||= file?.status === 200 && countCalendarEvents(file.body) === 0;
    zero ||= table?.status === 200 && table.body.toString().trim().split("\n").length < 2;
    wasReady ||= ready === 200;
    words.add(`/readyz ${ready}, feed ${calendar.status}, calendar ${file?.status}, CSV ${table?.status}`);
    return false;
  }, forSeconds);
  return { words: `${[...words].join("; ")}${zero ? "; a zero" : ""}`, cancelled, zero, wasReady };
}
