import type { Farm } from "./farm.ts";
import { TestBed, type TestBedOptions } from "./test-bed.ts";

/** What came of a fault. */
export interface ScenarioOutcome {
  readonly saw: string;
  /** Rows that are wrong afterwards, or events that were cancelled. */
  readonly lost?: number | undefined;
  readonly liveAgainS?: number | undefined;
  readonly limit: string;
  readonly met: boolean;
}

export interface Scenario {
  /** What it is called where faults are counted: `F6`, `4`. */
  readonly id: string;
  readonly name: string;
  /** Minutes of waiting: only with `--long`. */
  readonly isLong?: boolean;
  readonly run: (place: ScenarioContext) => Promise<ScenarioOutcome>;
}

/** Scenarios that share a world, one after the other. */
export interface ScenarioGroup {
  readonly world?: TestBedOptions;
  readonly scenarios: readonly Scenario[];
}

/** Where a scenario happens. */
export class ScenarioContext {
  readonly farm: Farm;
  readonly #options: TestBedOptions;
  #world: Promise<TestBed> | undefined;

  constructor(farm: Farm, options: TestBedOptions = {}) {
    this.farm = farm;
    this.#options = options;
  }

  /** The group's world, opened when first asked for. */
  world(): Promise<TestBed> {
    this.#world ??= TestBed.open(this.farm, this.#options);
    return this.#world;
  }

  /** A world for this scenario alone. */
  readonly alone = async <Value>(options: TestBedOptions, work: (world: TestBed) => Promise<Value>): Promise<Value> => {
    const world = await TestBed.open(this.farm, options);
    try {
      return await work(world);
    } finally {
      await world.close();
    }
  };

  async close(): Promise<void> {
    await (await this.#world)?.close();
  }
}

/** A scenario that throws has failed, in these words. */
export async function scenarioOutcomeOf({ run }: Scenario, place: ScenarioContext): Promise<ScenarioOutcome> {
  try {
    return await run(place);
  } catch (error) {
    return { saw: String(error).split("\n", 1)[0] ?? "", limit: "an outcome", met: false };
  }
}
