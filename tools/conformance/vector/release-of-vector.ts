import {
  type GardenerRelease,
  newestGardenerRelease,
  parseGardenerRelease,
} from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, rulesAt } from "#lib/policy/editions/gardener-rules.ts";
import { type GateName, isGateName } from "#lib/policy/editions/gates.ts";
import type { Vector } from "./vector.ts";

/** The release that an edition vector speaks of; the newest one where it names none. */
export function releaseOfVector({ gardenerVersion }: Vector): GardenerRelease {
  return parseGardenerRelease(gardenerVersion) ?? newestGardenerRelease;
}

/**
 * The rules of the release that an edition vector speaks of.
 *
 * @param gates feature gates that the vector sets; null or undefined means the default of the release
 */
export function rulesOfVector(
  vector: Vector,
  gates: Readonly<Record<string, boolean | null | undefined>> = {},
): GardenerRules {
  const set: Partial<Record<GateName, boolean>> = {};
  for (const [name, value] of Object.entries(gates)) {
    if (isGateName(name) && typeof value === "boolean") set[name] = value;
  }
  return rulesAt(releaseOfVector(vector), set);
}
