import type { Shoot } from "#lib/garden/shoot.ts";
import { parseGardenerRelease } from "./gardener-release.ts";
import { type GardenerRules, likelyGardenerRules } from "./gardener-rules.ts";
import type { GateSettings } from "./gates.ts";
import type { GardenerReleaseContext } from "./resolve.ts";

/** Facts about a garden that decide the rules of its API server, controllers and gardenlets. */
export interface GardenFacts {
  /** Release of the garden's API server and controllers, such as `v1.150.0`; undefined when not known. */
  readonly release?: string | undefined;
  /** Feature gates of Gardener as Almanac's operator has set them. */
  readonly gates?: GateSettings | undefined;
}

/**
 * The rules that apply to one cluster, derived from its gardenlet's release and its pools. A pool that is updated in
 * place shows that the API server has that feature gate enabled, which is off by default.
 *
 * @param garden its release decides the rules of its API server and controllers, and may be two minors ahead of the
 * gardenlet's
 */
export function rulesOfShoot({ spec, status }: Pick<Shoot, "spec" | "status">, garden: GardenFacts): GardenerRules {
  const strategies = spec.provider?.workers?.map(({ updateStrategy }) => updateStrategy) ?? [];
  const hasGate = strategies.some((strategy) => strategy === "AutoInPlaceUpdate" || strategy === "ManualInPlaceUpdate");
  return likelyGardenerRules({
    ...gardenReleaseContext(garden),
    gardenlet: parseGardenerRelease(status?.gardener?.version),
    ...(hasGate && { gates: { ...garden.gates, InPlaceNodeUpdates: true } }),
  });
}

/** The known facts about a landscape, except the releases of its gardenlets. */
export function gardenReleaseContext({ release, gates }: GardenFacts): Omit<GardenerReleaseContext, "gardenlet"> {
  return { apiServer: parseGardenerRelease(release), gates };
}

/** The rules of a landscape whose gardenlets are not known. */
export function rulesOfGarden(garden: GardenFacts): GardenerRules {
  return likelyGardenerRules(gardenReleaseContext(garden));
}
