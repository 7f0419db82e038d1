import type { Shoot } from "#lib/garden/shoot.ts";
import { parseGardenerRelease } from "./gardener-release.ts";
import { type GardenerRules, likelyGardenerRules } from "./gardener-rules.ts";
import type { GardenerReleaseContext } from "./resolve.ts";

/**
 * The rules that apply to one cluster, derived from its gardenlet's release and its pools. A pool that is updated in
 * place shows that the API server has that feature gate enabled, which is off by default.
 *
 * @param release the release of the garden's API server and controllers, undefined when not known; it decides their
 * rules and may be two minors ahead of the gardenlet's
 */
export function rulesOfShoot(
  { spec, status }: Pick<Shoot, "spec" | "status">,
  release: string | undefined,
): GardenerRules {
  const strategies = spec.provider?.workers?.map(({ updateStrategy }) => updateStrategy) ?? [];
  const hasGate = strategies.some((strategy) => strategy === "AutoInPlaceUpdate" || strategy === "ManualInPlaceUpdate");
  return likelyGardenerRules({
    ...gardenReleaseContext(release),
    gardenlet: parseGardenerRelease(status?.gardener?.version),
    ...(hasGate && { gates: { InPlaceNodeUpdates: true } }),
  });
}

/** The facts about a landscape's releases that follow from the release of the garden's API server. */
export function gardenReleaseContext(release: string | undefined): Pick<GardenerReleaseContext, "apiServer"> {
  return { apiServer: parseGardenerRelease(release) };
}

/** The rules of a landscape of which only the release of the garden's API server is known, if any. */
export function rulesOfGarden(release: string | undefined): GardenerRules {
  return likelyGardenerRules(gardenReleaseContext(release));
}
