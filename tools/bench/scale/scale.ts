import { cpus, totalmem } from "node:os";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { textAt } from "#lib/kube/field.ts";
import { buildWhenNeeded } from "#server/start/build.ts";
import { Farm } from "../faults/farm.ts";
import { compileAsImage } from "../image-options.ts";
import { report } from "../report.ts";
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
import { tableMarkdown, tableOf } from "./table.ts";
import { type FailedMeasurement, isMet, type ScaleRecord, type Taken, takenOf, worstOf } from "./taken.ts";

const root = path.resolve(import.meta.dirname, "../../..");
/** Of these every landscape has some, whatever is generated beside. */
const demoShoots = 84;
/** Forecasts are made without a garden: their size is always this. */
const forecastShoots = 10_000;
/** No part takes longer on a machine that does what it is asked. */
const mostSeconds = 420;

/** These have servers of their own, or none. */
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
 * What landscapes of several sizes cost and how quickly they are used: the production build as the image starts it, in
 * front of the embedded garden in a process of its own, or of any garden by its kubeconfig. Numbers choose sizes.
 *
 * `--only=start,scroll` chooses parts, `--viewers=100,500` crowds, `--rounds=5` measures each part so often, `--kubeconfig=FILE`
 * takes another garden. The table is printed as `docs/scale.md` has it.
 */
export async function benchScale(words: readonly string[]): Promise<boolean> {
  const options = scaleOptions(words);
  await buildWhenNeeded({ root, output: process.stdout });
  await compileAsImage();
  const browser = await launchBrowser();
  try {
    const run = new Run(options, browser);
    for (const shoots of options.sizes) await run.measure(shoots);
    const table = tableOf(run.record());
    process.stdout.write(`\n${machineOf(browser)}\nGarden: ${run.garden}\n\n${tableMarkdown(table)}\n\n`);
    return table.met;
  } finally {
    await browser.close();
  }
}

/** One call of the bench: it gathers figures, and what could not be measured. */
class Run {
  garden = "embedded";
  readonly #options: ScaleOptions;
  readonly #browser: Browser;
  readonly #taken: Taken[] = [];
  readonly #failed: FailedMeasurement[] = [];

  constructor(options: ScaleOptions, browser: Browser) {
    this.#options = options;
    this.#browser = browser;
  }

  record(): ScaleRecord {
    return { taken: this.#taken, failed: this.#failed };
  }

  async measure(shoots: number): Promise<void> {
    const { parts, kubeconfig } = this.#options;
    if (this.#wants("forecasts") && shoots === forecastShoots)
      await this.#part("forecasts", shoots, () => measureForecasts());
    if (parts.every((part) => part === "forecasts")) return;
    const garden = ["--shoots", String(Math.max(0, shoots - demoShoots))];
    const farm = await Farm.open({ people: 1, garden, ...(kubeconfig === undefined ? {} : { kubeconfig }) });
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

  async #onInput(farm: Farm, shoots: number): Promise<void> {
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

  /** Measures it in every round. What goes wrong is a line of the table, and the next part begins. */
  async #part(part: string, shoots: number, measure: () => Promise<readonly Measurement[]>): Promise<void> {
    const isWanted = this.#wants(part);
    process.stdout.write(`${shoots.toLocaleString("en")} Shoots: ${part}\n`);
    try {
      const rounds: (readonly Measurement[])[] = [];
      for (let round = 0; round < (isWanted ? this.#options.rounds : 1); round += 1)
        rounds.push(await within(measure()));
      const taken = takenOf(rounds, shoots);
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

function tell(entry: Taken): void {
  const { unit, most, viewers, name, runs } = entry;
  const all = runs.length > 1 ? ` (${runs.map((value) => formatMeasurement(value, unit)).join(", ")})` : "";
  report({
    name: `  ${viewers === undefined ? "" : `${viewers} `}${name}`,
    value: `${formatMeasurement(worstOf(entry), unit)}${all}`,
    ...(most === undefined ? {} : { goal: `≤ ${most} ${unit}`, met: isMet(entry) }),
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

/** Of what a process said before it ended, the sentence rather than the frame around it. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = /"msg":"([^"]+)"/.exec(text)?.[1];
  return said ?? text.split("\n").find((line) => line.trim() !== "") ?? text;
}

async function versionOf({ garden }: Farm): Promise<string> {
  return `Kubernetes ${textAt(await garden.send({ path: "/version" }), "gitVersion")}`;
}

function machineOf(browser: Browser): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 1e9);
  return `${all.length} × ${all[0]?.model ?? "processor"}, ${gigabytes} GB, Node ${process.version}, Chromium ${browser.version()}`;
}
