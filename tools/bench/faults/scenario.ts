import type { SharedTestSetup } from "./farm.ts";
import { TestBed, type TestBedOptions } from "./test-bed.ts";

/** The observed effect of a disturbance. */
export interface ScenarioOutcome {
  readonly saw: string;
  /** Number of outdated rows after the scenario, or of events that were wrongly cancelled. */
  readonly lost?: number | undefined;
  readonly liveAgainS?: number | undefined;
  readonly limit: string;
  readonly met: boolean;
}

export interface Scenario {
  /** Id of the scenario in the list of disturbances, such as `F6` or `4`. */
  readonly id: string;
  readonly name: string;
  /** Whether the scenario takes minutes and runs only with `--long`. */
  readonly isLong?: boolean;
  readonly run: (place: ScenarioContext) => Promise<ScenarioOutcome>;
}

/** Scenarios that share an Almanac and its connection, and run one after the other. */
export interface ScenarioGroup {
  readonly world?: TestBedOptions;
  readonly scenarios: readonly Scenario[];
}

/** What a scenario can use while it runs. */
export class ScenarioContext {
  readonly farm: SharedTestSetup;
  readonly #options: TestBedOptions;
  #world: Promise<TestBed> | undefined;

  constructor(farm: SharedTestSetup, options: TestBedOptions = {}) {
    this.farm = farm;
    this.#options = options;
  }

  /** The Almanac that the group shares, started when first requested. */
  world(): Promise<TestBed> {
    this.#world ??= TestBed.open(this.farm, this.#options);
    return this.#world;
  }

  /** Runs `work` with an Almanac that no other scenario uses. */
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

/** The outcome of a scenario; an exception counts as a failure with its message. */
export async function scenarioOutcomeOf({ run }: Scenario, place: ScenarioContext): Promise<ScenarioOutcome> {
  try {
    return await run(place);
  } catch (error) {
    return { saw: String(error).split("\n", 1)[0] ?? "", limit: "an outcome", met: false };
  }
}
