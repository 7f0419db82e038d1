import type { Shoot } from "#lib/garden/shoot.ts";
import { parseEdition } from "./edition.ts";
import { type EditionRules, rulesOf } from "./edition-rules.ts";
import type { EditionContext } from "./resolve.ts";

/**
 * The rules that apply to one cluster, as far as it tells them itself: by the release of its gardenlet, and by its pools.
 * Where one of them is updated in place, the API server has the gate for it, which is off by default.
 *
 * @param release the release of the garden's API server and controllers, undefined where it is not known: what they decide
 * follows theirs, which may be two minors ahead of the gardenlet's
 */
export function rulesOfShoot(
  { spec, status }: Pick<Shoot, "spec" | "status">,
  release: string | undefined,
): EditionRules {
  const strategies = spec.provider?.workers?.map(({ updateStrategy }) => updateStrategy) ?? [];
  const hasGate = strategies.some((strategy) => strategy === "AutoInPlaceUpdate" || strategy === "ManualInPlaceUpdate");
  return rulesOf({
    ...gardenEdition(release),
    gardenlet: parseEdition(status?.gardener?.version),
    ...(hasGate && { gates: { InPlaceNodeUpdates: true } }),
  });
}

/** What the release of the garden tells of a landscape, beside the gardenlets' own. */
export function gardenEdition(release: string | undefined): Pick<EditionContext, "apiServer"> {
  return { apiServer: parseEdition(release) };
}
