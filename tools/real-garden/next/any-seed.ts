import type { Random } from "#lib/random.ts";
import { randomPastTime } from "./any-moment.ts";
import { knownGardener } from "./any-shoot.ts";
import { type RandomJson, randomSubset } from "./draw.ts";

const seedConditions = ["GardenletReady", "SeedSystemComponentsHealthy"] as const;

function anySeedStatus(random: Random, name: string): RandomJson {
  const isWell = random.chance(0.6);
  return {
    conditions: randomSubset(random, seedConditions, isWell ? 1 : 0.8).map((type) => ({
      type,
      status: isWell ? "True" : random.pick(["True", "True", "False", "Unknown", "Progressing"]),
      reason: "x",
      message: "x",
    })),
    gardener:
      isWell || random.chance(0.9)
        ? { ...knownGardener, name, version: random.pick(["v1.150.0", "v1.150.0", "v1.150.0", "v1.149.2"]) }
        : undefined,
    observedGeneration: isWell ? 2 : random.pick([2, 2, 1]),
  };
}

/** Some Seeds are being deleted. */
export function randomSeedObject(random: Random, now: number, name: string, gardenlet = name): RandomJson {
  return {
    metadata: {
      name,
      generation: 2,
      ...(random.chance(0.08) && { deletionTimestamp: randomPastTime(random, now), finalizers: ["gardener"] }),
    },
    status: anySeedStatus(random, gardenlet),
  };
}
