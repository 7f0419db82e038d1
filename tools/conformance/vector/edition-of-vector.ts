import { type Edition, newestEdition, parseEdition } from "#lib/policy/editions/edition.ts";
import { type EditionRules, rulesAt } from "#lib/policy/editions/edition-rules.ts";
import { type GateName, isGateName } from "#lib/policy/editions/gates.ts";
import type { Vector } from "./vector.ts";

/** The release that an edition vector speaks of; the newest one where it names none. */
export function editionOfVector({ gardenerVersion }: Vector): Edition {
  return parseEdition(gardenerVersion) ?? newestEdition;
}

/**
 * The rules of the release that an edition vector speaks of.
 *
 * @param gates feature gates that the vector sets; null or undefined means the default of the release
 */
export function rulesOfVector(
  vector: Vector,
  gates: Readonly<Record<string, boolean | null | undefined>> = {},
): EditionRules {
  const set: Partial<Record<GateName, boolean>> = {};
  for (const [name, value] of Object.entries(gates)) {
    if (isGateName(name) && typeof value === "boolean") set[name] = value;
  }
  return rulesAt(editionOfVector(vector), set);
}
