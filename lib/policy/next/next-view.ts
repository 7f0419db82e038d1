import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenFacts } from "../editions/rules-of-shoot.ts";
import type { GardenletDecisionContext } from "../gardenlet/predict-gardenlet-decision.ts";
import type { SeedProblem } from "../gardenlet/seed-readiness.ts";
import type { SeedFacts } from "./seed-facts.ts";

/** Facts about a Shoot's Seed and garden for its diagnosis. No conclusion is based on absent (unreadable) facts. */
export interface DiagnosisContext extends GardenFacts {
  /** The Seed that hosts, or will host, the control plane. */
  readonly seed?: SeedFacts | undefined;
  readonly bastions?: boolean | undefined;
}

/** Release to compare with the Shoot's own; undefined if the Shoot's status has none, which counts as the same one. */
export function releaseToCompareWithShoot(
  { status }: Pick<Shoot, "status">,
  release: string | undefined,
): string | undefined {
  return status?.gardener?.version ? release : undefined;
}

/** The facts that determine the decision of the gardenlet responsible for the Shoot. */
export function gardenletDecisionContextOf(
  shoot: Shoot,
  { seed, bastions }: DiagnosisContext,
): GardenletDecisionContext {
  return {
    version: releaseToCompareWithShoot(shoot, seed?.release),
    seedEmergencyStop: seed?.stopped,
    seedProblem: seed?.problem && problemOf(seed.problem),
    bastions,
  };
}

/** Creates the problem of a Seed from its id, without the failing conditions, which do not matter to the diagnosis. */
function problemOf(id: SeedProblem["id"]): SeedProblem {
  return id === "conditions" ? { id, types: [] } : { id };
}

/** The Seed whose gardenlet is responsible for the Shoot. @source pkg/utils/gardener (GetResponsibleSeedName) */
export function responsibleSeedName({ spec, status }: Pick<Shoot, "spec" | "status">): string | undefined {
  return (status?.seedName || spec?.seedName) ?? undefined;
}
