import {
  type GardenerRelease,
  newestGardenerRelease,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, gardenerRulesOfRelease } from "#lib/policy/editions/gardener-rules.ts";
import { type GateName, isGateName } from "#lib/policy/editions/gates.ts";
import type { ConformanceVector } from "./vector.ts";

/** The Gardener release of a vector; the newest release if the vector names none. */
export function releaseOfVector({ gardenerVersion }: ConformanceVector): GardenerRelease {
  return parseGardenerRelease(gardenerVersion) ?? newestGardenerRelease;
}

/**
 * The rules of a vector's Gardener release.
 * @param gates feature gates that the vector sets; null or undefined means the default of the release
 */
export function rulesOfVector(
  vector: ConformanceVector,
  gates: Readonly<Record<string, boolean | null | undefined>> = {},
): GardenerRules {
  const set: Partial<Record<GateName, boolean>> = {};
  for (const [name, value] of Object.entries(gates)) {
    if (isGateName(name) && typeof value === "boolean") set[name] = value;
  }
  return gardenerRulesOfRelease(releaseOfVector(vector), set);
}
