import type { Shoot } from "../../garden/shoot.ts";
import { parseEdition } from "./edition.ts";
import { type EditionRules, rulesOf } from "./edition-rules.ts";

/**
 * The rules that apply to one cluster, as far as it tells them itself: by the release of its gardenlet, and by its pools.
 * Where one of them is updated in place, the API server has the gate for it, which is off by default.
 *
 * @param apiServer the release of the garden's API server and controllers, where it is known: what they decide follows
 * theirs, which may be two minors ahead of the gardenlet's
 */
export function rulesOfShoot({ spec, status }: Pick<Shoot, "spec" | "status">, apiServer?: string): EditionRules {
  const strategies = spec.provider?.workers?.map(({ updateStrategy }) => updateStrategy) ?? [];
  const hasGate = strategies.some((strategy) => strategy === "AutoInPlaceUpdate" || strategy === "ManualInPlaceUpdate");
  return rulesOf({
    gardenlet: parseEdition(status?.gardener?.version),
    apiServer: parseEdition(apiServer),
    ...(hasGate && { gates: { InPlaceNodeUpdates: true } }),
  });
}
