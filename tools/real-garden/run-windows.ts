import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Shoot } from "#lib/garden/shoot.ts";
import { minuteMs, secondMs } from "#lib/kube/time-units.ts";
import { isDeleting } from "#lib/policy/maintenance/run-due.ts";
import { annotations } from "#lib/policy/operations/annotations.ts";
import { createRandom, type Random } from "#lib/random.ts";
import type { WindowText } from "#lib/view/maintenance/window-form.ts";
import { type ForecastResult, keyOf } from "./compare-forecasts.ts";
import {
  foreseeWindow,
  hangsOnMoment,
  isMaintained,
  judgeWindow,
  mustRunBy,
  noteRun,
  type SeenRun,
  type WindowForecast,
} from "./compare-windows.ts";
import { type GardenAccess, type GardenRequest, refusalText } from "./garden-access.ts";
import { gardenGroup, profilesOf } from "./garden-objects.ts";
import { profileForRun } from "./maintenance-cases.ts";
import { age, plantCases, planted } from "./plant-cases.ts";
import { type ForecastOptions, tellResults } from "./run-forecasts.ts";
import type { RealGarden } from "./start-real-garden.ts";
import { endingAt, inStanding, isToBeDeleted, type WindowPlace, windowFor } from "./window-cases.ts";

/**
 * What makes the controller-manager maintain a cluster whose annotations ask for nothing: its timer rings within the
 * window; the window is moved to where it is open; or the controller-manager is started while it is open.
 */
const ways = ["timer", "move", "restart"] as const;
type Way = (typeof ways)[number];

/** Where the windows of a run lie: most where the cluster is maintained, some where it must not be. */
const places: Readonly<Record<Way, readonly [WindowPlace, ...WindowPlace[]]>> = {
  timer: ["long", "cut", "over", "later", ...mostly("soon")],
  move: ["cut", "over", "later", ...mostly("open")],
  restart: ["cut", "over", "later", ...mostly("open")],
};

function mostly(place: WindowPlace): readonly WindowPlace[] {
  return Array.from({ length: 12 }, () => place);
}

/** From the begin of the first of the shortest windows until maintenance begins in none of them any more. */
const soonestMs = 16 * minuteMs;
/** To write one window, on a busy machine. */
const writeMs = 100;
const pollMs = 2 * secondMs;
/** How long a run that is due at once may take. */
const atOnceMs = 3 * minuteMs;
/** From when a run is over until its last status is written. */
const settledMs = 5 * secondMs;

/**
 * Makes clusters of all ages and in many states, gives them windows, asks for nothing, and compares when and how
 * Gardener maintains each with what Almanac foresees.
 * @returns whether all came as foreseen
 */
export async function runWindows(garden: RealGarden, { clusters, runs, say }: ForecastOptions): Promise<boolean> {
  const { admin, release } = garden;
  const random = createRandom(clusters, "windows");
  const start = Date.now();
  const shape = (shoot: Shoot, at: number): Shoot =>
    withWindow(inStanding(shoot, at), windowFor(random, "later", { now: start, soonAt: start }));
  const profiles = await plantCases(garden, { clusters, now: start, say, shape });
  let agreed = true;
  for (let run = 1; run <= runs; run += 1) {
    const way = ways[(run - 1) % ways.length] ?? "timer";
    if (way === "restart") await garden.stopControllerManager();
    const now = Date.now();
    const soonAt = now + minuteMs + clusters * writeMs;
    for (const number of profiles) {
      const profile = profileForRun(number, run, start);
      await age(admin, way === "timer" ? endingAt(profile, random, soonAt + soonestMs / 2) : profile);
    }
    const forecasts = await moveWindows(garden, { way, random, soonAt });
    if (way === "restart") await garden.startControllerManager();
    const results = await watch(garden, forecasts, way === "timer" ? soonAt + soonestMs : Date.now() + atOnceMs);
    const hanging = forecasts.filter((forecast) => hangsOnMoment(forecast, release)).length;
    say(`${hanging} of ${forecasts.length} clusters come out otherwise late in their window: a version ends in it`);
    agreed = tellResults(`run ${run}, by ${way}`, results, say) && agreed;
  }
  return agreed;
}

function withWindow({ spec, ...shoot }: Shoot, timeWindow: WindowText): Shoot {
  return { ...shoot, spec: { ...spec, maintenance: { ...spec.maintenance, timeWindow } } };
}

interface Moves {
  readonly way: Way;
  readonly random: Random;
  readonly soonAt: number;
}

/** Gives every cluster that still takes one a window for this run, and foresees what comes of it. */
async function moveWindows(
  { admin, release }: RealGarden,
  { way, random, soonAt }: Moves,
): Promise<readonly WindowForecast[]> {
  const profileOf = await profilesOf(admin);
  const forecasts: WindowForecast[] = [];
  for (const shoot of await planted(admin)) {
    const now = Date.now();
    let moved = shoot;
    if (!isDeleting(shoot)) {
      const timeWindow = windowFor(random, random.pick(places[way]), { now, soonAt });
      const cleared = { [annotations.operation]: null, [annotations.tasks]: null };
      const body = { metadata: { annotations: cleared }, spec: { maintenance: { timeWindow } } };
      moved = await write(admin, shoot, { method: "PATCH", body });
      if (isToBeDeleted(shoot)) moved = await markDeleted(admin, moved);
    }
    forecasts.push(foreseeWindow(moved, profileOf(moved), { release, now }));
  }
  return forecasts;
}

/** Its finalizer keeps it, as long as no gardenlet comes for it. */
async function markDeleted(admin: GardenAccess, shoot: Shoot): Promise<Shoot> {
  const metadata = { finalizers: ["gardener"], annotations: { [annotations.confirmDeletion]: "true" } };
  await write(admin, shoot, { method: "PATCH", body: { metadata } });
  return write(admin, shoot, { method: "DELETE" });
}

async function write(
  admin: GardenAccess,
  { metadata }: Shoot,
  request: Pick<GardenRequest, "method" | "body">,
): Promise<Shoot> {
  const path = `${gardenGroup}/namespaces/${metadata.namespace}/shoots/${metadata.name}`;
  const answer = await admin.send({ ...request, path });
  if (answer.code !== 200) throw new Error(`${metadata.name}: ${refusalText(answer)}`);
  return z.custom<Shoot>((value) => typeof value === "object" && value !== null).parse(answer.body);
}

/** Looks on until every run that has to come has come, and takes note of every write. */
async function watch(
  { admin, release }: RealGarden,
  forecasts: readonly WindowForecast[],
  limitAt: number,
): Promise<readonly ForecastResult[]> {
  const seen = new Map<string, SeenRun | undefined>();
  let after = new Map<string, Shoot>();
  let untilAt = 0;
  const look = async (): Promise<void> => {
    untilAt = Date.now();
    after = new Map((await planted(admin)).map((shoot) => [keyOf(shoot), shoot]));
    for (const forecast of forecasts) {
      const key = keyOf(forecast.before);
      seen.set(key, noteRun(forecast, afterOf(forecast), seen.get(key)));
    }
  };
  const afterOf = (forecast: WindowForecast): Shoot => {
    const shoot = after.get(keyOf(forecast.before));
    if (shoot === undefined) throw new Error(`${keyOf(forecast.before)} is gone`);
    return shoot;
  };
  const due = forecasts.filter((forecast) => mustRunBy(forecast, limitAt));
  do {
    await wait(pollMs);
    await look();
  } while (untilAt < limitAt && !due.every((forecast) => isMaintained(forecast, afterOf(forecast))));
  await wait(settledMs);
  await look();
  return forecasts.map((forecast) => {
    const watched = { after: afterOf(forecast), seen: seen.get(keyOf(forecast.before)), untilAt, limitAt };
    return judgeWindow(forecast, watched, release);
  });
}
