import { cpus, totalmem } from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { stringAt } from "#lib/kube/field.ts";
import { buildWhenNeeded } from "#server/start/build.ts";
import { SharedTestSetup } from "../faults/farm.ts";
import { compileAsImage } from "../image-options.ts";
import { printBenchFigure } from "../report.ts";
import { measureChange } from "./measure-change.ts";
import { measureExpiry } from "./measure-expiry.ts";
import { measureFilter } from "./measure-filter.ts";
import { measureForecasts } from "./measure-forecasts.ts";
import { measurePages } from "./measure-pages.ts";
import { measureScrolling } from "./measure-scroll.ts";
import { measureStart } from "./measure-start.ts";
import { measureTabs } from "./measure-tabs.ts";
import { measureViewers } from "./measure-viewers.ts";
import { formatMeasurement, type Measurement } from "./measurement.ts";
import { type ScaleBenchPart, type ScaleOptions, scaleOptions } from "./scale-options.ts";
import { launchBrowser, type ScaleSetup } from "./setup.ts";
import { createScaleTable, formatScaleTable } from "./table.ts";
import {
  type FailedMeasurement,
  groupMeasurementRounds,
  isWithinLimit,
  type RoundsMeasurement,
  type ScaleRecord,
  worstRoundValue,
} from "./taken.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** Number of demo Shoots, which every landscape contains besides generated ones. */
const demoShoots = 84;
/** Number of Shoots in the forecast part, which uses no garden. */
const forecastShoots = 10_000;
/** Maximum duration of a part in seconds. */
const mostSeconds = 420;

/** Parts that start their own server, or need none. */
const withoutInput = ["viewers", "forecasts"] as const;

const onInput: Readonly<
  Record<
    Exclude<ScaleBenchPart, "start" | (typeof withoutInput)[number]>,
    (setup: ScaleSetup) => Promise<readonly Measurement[]>
  >
> = {
  filter: measureFilter,
  scroll: measureScrolling,
  change: measureChange,
  expiry: measureExpiry,
  tabs: measureTabs,
  pages: measurePages,
};

/**
 * Benchmark of landscapes of several sizes: their cost and speed, with the production build as started by the container
 * image, and an embedded garden in a separate process or an existing garden. Numbers select sizes. Options:
 * `--only=start,scroll` selects parts, `--viewers=100,500` numbers of viewers, `--rounds=5` repeats each part,
 * `--seeds=100` spreads them over more Seeds, `--kubeconfig=FILE` uses an existing garden. The printed table has the format of `docs/scale.md`.
 */
export async function benchScale(words: readonly string[]): Promise<boolean> {
  const options = scaleOptions(words);
  await buildWhenNeeded({ root, output: process.stdout });
  await compileAsImage();
  const browser = await launchBrowser();
  try {
    const run = new Run(options, browser);
    for (const shoots of options.sizes) await run.measure(shoots);
    const table = createScaleTable(run.record());
    process.stdout.write(`\n${machineOf(browser)}\nGarden: ${run.garden}\n\n${formatScaleTable(table)}\n\n`);
    return table.met;
  } finally {
    await browser.close();
  }
}

/** One run of the benchmark, which collects measurements and failures. */
class Run {
  garden = "embedded";
  readonly #options: ScaleOptions;
  readonly #browser: Browser;
  readonly #taken: RoundsMeasurement[] = [];
  readonly #failed: FailedMeasurement[] = [];

  constructor(options: ScaleOptions, browser: Browser) {
    this.#options = options;
    this.#browser = browser;
  }

  record(): ScaleRecord {
    return { taken: this.#taken, failed: this.#failed };
  }

  async measure(shoots: number): Promise<void> {
    const { parts, seeds, kubeconfig } = this.#options;
    if (this.#wants("forecasts") && shoots === forecastShoots)
      await this.#part("forecasts", shoots, () => measureForecasts());
    if (parts.every((part) => part === "forecasts")) return;
    const more = seeds === undefined ? [] : ["--seeds", String(seeds)];
    const garden = ["--shoots", String(Math.max(0, shoots - demoShoots)), ...more];
    const farm = await SharedTestSetup.open({ people: 1, garden, ...(kubeconfig === undefined ? {} : { kubeconfig }) });
    try {
      if (kubeconfig !== undefined) this.garden = await versionOf(farm);
      if (parts.some((part) => !withoutInput.some((name) => name === part))) await this.#onInput(farm, shoots);
      const crowds = this.#wants("viewers") ? this.#options.viewers(shoots) : [];
      for (const viewers of crowds)
        await this.#part(`${viewers} viewers`, shoots, () => measureViewers(farm, { shoots, viewers }));
    } finally {
      await farm.close();
    }
  }

  async #onInput(farm: SharedTestSetup, shoots: number): Promise<void> {
    const held: { setup?: ScaleSetup } = {};
    const end = async () => {
      await held.setup?.world.close();
      delete held.setup;
    };
    const begin = async () => {
      await end();
      const { figures, setup } = await measureStart(farm, this.#browser, shoots);
      held.setup = setup;
      return figures;
    };
    try {
      await this.#part("start", shoots, begin);
      const { setup } = held;
      if (setup === undefined) return;
      for (const [part, measure] of Object.entries(onInput))
        if (this.#wants(part)) await this.#part(part, shoots, () => measure(setup));
    } finally {
      await end();
    }
  }

  #wants(part: string): boolean {
    return this.#options.parts.some((name) => part.endsWith(name));
  }

  /** Measures a part in every round. An error becomes a line of the table, and the next part begins. */
  async #part(part: string, shoots: number, measure: () => Promise<readonly Measurement[]>): Promise<void> {
    const isWanted = this.#wants(part);
    process.stdout.write(`${shoots.toLocaleString("en")} Shoots: ${part}\n`);
    try {
      const rounds: (readonly Measurement[])[] = [];
      for (let round = 0; round < (isWanted ? this.#options.rounds : 1); round += 1)
        rounds.push(await within(measure()));
      const taken = groupMeasurementRounds(rounds, shoots);
      if (!isWanted) return;
      this.#taken.push(...taken);
      for (const entry of taken) tell(entry);
    } catch (error) {
      const reason = firstLine(error);
      process.stdout.write(`  could not be measured: ${reason}\n`);
      this.#failed.push({ shoots, part, reason });
    }
  }
}

function tell(entry: RoundsMeasurement): void {
  const { unit, most, viewers, name, runs } = entry;
  const all = runs.length > 1 ? ` (${runs.map((value) => formatMeasurement(value, unit)).join(", ")})` : "";
  printBenchFigure({
    name: `  ${viewers === undefined ? "" : `${viewers} `}${name}`,
    value: `${formatMeasurement(worstRoundValue(entry), unit)}${all}`,
    ...(most === undefined ? {} : { goal: `≤ ${most} ${unit}`, met: isWithinLimit(entry) }),
  });
}

async function within<Value>(work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`did not end within ${mostSeconds} s`)), mostSeconds * 1_000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error message in the output of a process that has exited, without the stack trace around it. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = /"msg":"([^"]+)"/.exec(text)?.[1];
  return said ?? text.split("\n").find((line) => line.trim() !== "") ?? text;
}

async function versionOf({ garden }: SharedTestSetup): Promise<string> {
  return `Kubernetes ${stringAt(await garden.send({ path: "/version" }), "gitVersion")}`;
}

function machineOf(browser: Browser): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 1e9);
  return `${all.length} × ${all[0]?.model ?? "processor"}, ${gigabytes} GB, Node ${process.version}, Chromium ${browser.version()}`;
}
