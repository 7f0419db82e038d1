import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletView } from "../gardenlet/gardenlet-decision.ts";
import type { SeedProblem } from "../gardenlet/seed-readiness.ts";
import type { SeedFacts } from "./seed-facts.ts";

/** Known facts around a Shoot. Absent facts could not be read, and no conclusion is based on them. */
export interface NextView {
  /** The Seed that hosts, or will host, the control plane. */
  readonly seed?: SeedFacts | undefined;
  readonly bastions?: boolean | undefined;
  /** Release of the garden and thus of its controller-manager, such as `v1.150.0`. */
  readonly release?: string | undefined;
}

/** The release to compare with the Shoot's; undefined for a Shoot without one, which counts as the same release. */
export function comparableRelease({ status }: Pick<Shoot, "status">, release: string | undefined): string | undefined {
  return status?.gardener?.version ? release : undefined;
}

/** The view of the gardenlet responsible for the Shoot. */
export function gardenletView(shoot: Shoot, { seed, bastions }: NextView): GardenletView {
  return {
    version: comparableRelease(shoot, seed?.release),
    seedEmergencyStop: seed?.stopped,
    seedProblem: seed?.problem && problemOf(seed.problem),
    bastions,
  };
}

/** The problem by its id. Which conditions fail does not matter. */
function problemOf(id: SeedProblem["id"]): SeedProblem {
  return id === "conditions" ? { id, types: [] } : { id };
}

/** The Seed whose gardenlet is responsible for the Shoot. @source pkg/utils/gardener (GetResponsibleSeedName) */
export function responsibleSeed({ spec, status }: Pick<Shoot, "spec" | "status">): string | undefined {
  return (status?.seedName || spec?.seedName) ?? undefined;
}
