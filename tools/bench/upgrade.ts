import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { startRoundRobin } from "#e2e/round-robin.ts";
import { buildWhenNeeded } from "#server/start/build.ts";
import { launchBrowser, newVisitor } from "./browser-page.ts";
import { Farm } from "./faults/farm.ts";
import { freePort } from "./faults/free-port.ts";
import { buildOtherRelease } from "./faults/other-release.ts";
import { Person } from "./faults/person.ts";
import type { ProductProcess } from "./faults/product-process.ts";
import { readSteadily } from "./faults/scenarios/steady-reads.ts";
import { writeSteadily } from "./faults/scenarios/steady-writes.ts";
import { secondsUntil } from "./faults/until.ts";
import { Viewer } from "./faults/viewer.ts";
import { World } from "./faults/world.ts";
import { imageEnvironment, imageOptions } from "./image-options.ts";
import { report } from "./report.ts";

const root = path.resolve(import.meta.dirname, "../..");
const crowd = { people: 20, each: 10 };
const mostSeconds = 10;
const typed = "before noon";
const paths = ["/api/session", "/api/fleet", "/clusters", "/livez"];

/**
 * What `helm upgrade` does to whoever looks: two replicas behind a proxy that takes one after the other, 200 open streams,
 * reads, writes, and a page in a browser into which somebody has typed; then one replica after the other makes room for one
 * of another release.
 *
 * A page is live again when its new stream has said so. Counted is from the SIGTERM until the last page is, and for each
 * page from the end of its stream: until then it is live where it was.
 */
export async function benchUpgrade(): Promise<boolean> {
  await buildWhenNeeded({ root, output: process.stdout });
  const other = await buildOtherRelease();
  const undo: (() => Promise<unknown> | unknown)[] = [other.remove];
  try {
    const port = await freePort();
    const farm = await Farm.open();
    undo.unshift(() => farm.close());
    // As in a pod: a server that others reach gives its balancer time to notice that it leaves.
    const environment = { HOST: "0.0.0.0", ...imageEnvironment() };
    const world = await World.open(farm, { replicas: 2, isDirect: true, nodeOptions: imageOptions(), environment });
    undo.unshift(() => world.close());
    const places = world.products.map(placeOf);
    const proxy = await startRoundRobin(places, port);
    undo.unshift(() => proxy.stop());
    const browser = await launchBrowser();
    undo.unshift(() => browser.close());
    await Promise.all(world.products.map(isReady));
    const viewers = await openStreams(farm, port);
    undo.unshift(() => {
      for (const viewer of viewers) viewer.close();
    });
    const credentials = { method: "token", token: farm.readers[0] ?? "" };
    const page = await typing(await newVisitor(browser, `http://localhost:${port}`, credentials));
    const reader = await Person.signIn(() => port, farm.readers[1] ?? "");
    const writes = writeSteadily(farm.garden, 10);
    const reads = readSteadily((target) => reader.get(target), paths);
    const rounds: Round[] = [];
    const begunAt = performance.now();
    for (const old of [...world.products]) {
      const started = await world.startReplica({ root: other.folder });
      await isReady(started);
      rounds.push(await replace({ places, old, started, viewers }));
    }
    const rolloutS = (performance.now() - begunAt) / 1000;
    const { asked, askedAgain, failed } = await reads.stop();
    const written = await writes.stop();
    const truth = await farm.garden.truth();
    await secondsUntil(() => viewers.every((viewer) => viewer.differsBy(truth) === 0), 30);
    const wrong = viewers.filter((viewer) => viewer.differsBy(truth) !== 0).length;
    const missing = await missingOf(page);
    return [
      report({
        name: "plain reads that fail after one retry",
        value: `${failed} of ${asked} (${askedAgain} were asked again)`,
        goal: "0",
        met: failed === 0,
      }),
      ...rounds.map((round, index) =>
        report({
          name: `SIGTERM ${index + 1} under ${viewers.length} streams`,
          value: wordsOf(round),
          goal: `${mostSeconds} s, exit 0`,
          met: round.moved > 0 && round.liveS <= mostSeconds && round.exit === 0,
        }),
      ),
      report({
        name: "from the first start of a new replica until the last page is live",
        value: `${rolloutS.toFixed(1)} s`,
      }),
      report({
        name: `pages that are wrong after ${written} writes`,
        value: `${wrong} of ${viewers.length}`,
        goal: "none",
        met: wrong === 0,
      }),
      report({
        name: "a page in a browser: reload offered, what was typed kept",
        value: missing === undefined ? "both, and whole after the reload" : `not so: ${missing}`,
        goal: "both",
        met: missing === undefined,
      }),
    ].every(Boolean);
  } finally {
    for (const each of undo) await each();
  }
}

const placeOf = ({ port }: ProductProcess) => ({ host: "127.0.0.1", port });

async function isReady(product: ProductProcess): Promise<void> {
  const ready = await secondsUntil(async () => (await product.status("/readyz")) === 200, 90);
  if (ready === undefined) throw new Error("a replica does not become ready");
}

/** When its stream said that it is live, which is later than that it is open; undefined while it did not. */
function liveAt({ endedAt, ends, told }: Viewer): number | undefined {
  if (endedAt !== undefined) return undefined;
  const since = ends.at(-1) ?? 0;
  return told.find(({ at, byStream, words }) => byStream && words === "live" && at > since)?.at;
}

const isLive = (viewer: Viewer) => liveAt(viewer) !== undefined;

async function openStreams(farm: Farm, port: number): Promise<readonly Viewer[]> {
  const viewers: Viewer[] = [];
  for (const token of await farm.peopleTokens(crowd.people)) {
    const person = await Person.signIn(() => port, token);
    for (let tab = 0; tab < crowd.each; tab += 1) viewers.push(new Viewer(person));
  }
  if ((await secondsUntil(() => viewers.every(isLive), 90)) === undefined) throw new Error("not every stream is live");
  return viewers;
}

interface Replacement {
  /** To whom the proxy sends. */
  readonly places: ReturnType<typeof placeOf>[];
  readonly old: ProductProcess;
  readonly started: ProductProcess;
  readonly viewers: readonly Viewer[];
}

interface Round {
  /** How many streams ended. */
  readonly moved: number;
  readonly exit: number | string;
  /** From the SIGTERM until the last of them was live. */
  readonly liveS: number;
  /** How long each of them was not live, from the shortest on. */
  readonly gapsS: readonly number[];
  /** How many of them had to read everything again. */
  readonly resyncs: number;
}

function wordsOf({ moved, exit, liveS, gapsS, resyncs }: Round): string {
  const [usual, longest] = [0.5, 1].map((share) => (gapsS[Math.ceil(gapsS.length * share) - 1] ?? 0).toFixed(1));
  const gaps = `each ${usual} s without a stream in the middle, ${longest} s at most`;
  return `${moved} moved, all live again after ${liveS.toFixed(1)} s; ${gaps}; ${resyncs} read everything again; exit ${exit}`;
}

/** As the chart rolls out: another one is ready, and sent to, before this one is told to go. */
async function replace({ places, old, started, viewers }: Replacement): Promise<Round> {
  places.push(placeOf(started));
  // Its hook lasts so long, for whoever still sends to it: here that is until the very end.
  await pause(preStopMs());
  const index = places.findIndex(({ port }) => port === old.port);
  places.splice(index, 1);
  const toldAt = performance.now();
  const before = resyncsOf(viewers);
  const exit = await old.end("SIGTERM");
  await secondsUntil(() => viewers.every(isLive), 60);
  const gaps = viewers.flatMap((viewer) => gapsOf(viewer, toldAt));
  return {
    moved: gaps.length,
    exit,
    liveS: (Math.max(...gaps.map((gap) => gap.liveAt)) - toldAt) / 1000,
    gapsS: gaps.map((gap) => (gap.liveAt - gap.endedAt) / 1000).sort((a, b) => a - b),
    resyncs: resyncsOf(viewers) - before,
  };
}

function resyncsOf(viewers: readonly Viewer[]): number {
  return viewers.reduce((sum, { types }) => sum + types.filter((type) => type === "resync").length, 0);
}

function preStopMs(): number {
  const template = readFileSync(path.join(root, "deploy/chart/almanac/templates/deployment.yaml"), "utf8");
  const seconds = /preStop: \{ sleep: \{ seconds: (\d+) \} \}/.exec(template)?.[1];
  if (seconds === undefined) throw new Error("the chart's Deployment has no preStop that sleeps");
  return Number(seconds) * 1000;
}

interface Gap {
  readonly endedAt: number;
  readonly liveAt: number;
}

/** From the end of its stream until it was live again, if it ended since then. */
function gapsOf(viewer: Viewer, sinceAt: number): readonly Gap[] {
  const endedAt = viewer.ends.find((at) => at >= sinceAt);
  return endedAt === undefined ? [] : [{ endedAt, liveAt: liveAt(viewer) ?? Number.POSITIVE_INFINITY }];
}

/** Somebody writes into a page and is not done. */
async function typing(page: Page): Promise<Page> {
  await page.goto("/clusters");
  await searchOf(page).fill(typed);
  return page;
}

const searchOf = (page: Page) => page.getByRole("combobox", { name: "Search clusters" });

/** What an open page lacks that was told of another release; undefined when it lacks nothing. */
async function missingOf(page: Page): Promise<string | undefined> {
  const notice = page.getByText("Almanac was updated");
  if (!(await isShown(notice))) return "the reload is offered";
  if ((await searchOf(page).inputValue()) !== typed) return "what was typed is there";
  await searchOf(page).fill("");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  const rows = page.getByRole("grid", { name: "Clusters" }).getByRole("row");
  if (!(await isShown(rows.nth(10)))) return "the page is whole after the reload";
  return (await notice.isVisible()) ? "no reload is offered after it" : undefined;
}

async function isShown(what: ReturnType<Page["getByText"]>): Promise<boolean> {
  return (await secondsUntil(() => what.isVisible(), 30)) !== undefined;
}
