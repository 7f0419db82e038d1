import "server-only";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, newestRules, rulesAt } from "#lib/policy/editions/gardener-rules.ts";
import { currentGardener } from "./seeds.ts";

const edition = parseGardenerRelease(currentGardener);

/** Feature gates that the landscape needs. */
const gates = { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true } as const;

/** The rules of the garden's release. */
export const landscapeRules: GardenerRules = edition === undefined ? newestRules : rulesAt(edition, gates);
