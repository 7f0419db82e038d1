import "server-only";
import { parseGardenerRelease } from "#lib/policy/editions/gardener-release.ts";
import { type GardenerRules, gardenerRulesOfRelease, newestRules } from "#lib/policy/editions/gardener-rules.ts";
import { currentGardenerRelease } from "./seeds.ts";

const edition = parseGardenerRelease(currentGardenerRelease);

/** Gardener feature gates that the demo landscape requires. */
const gates = { VersionClassificationLifecycle: true, InPlaceNodeUpdates: true } as const;

/** Gardener rules for the release of the demo landscape. */
export const landscapeGardenerRules: GardenerRules =
  edition === undefined ? newestRules : gardenerRulesOfRelease(edition, gates);
