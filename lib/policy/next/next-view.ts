import type { Shoot } from "#lib/garden/shoot.ts";
import type { GardenletView } from "../gardenlet/gardenlet-decision.ts";
import type { SeedProblem } from "../gardenlet/seed-readiness.ts";
import type { SeedFacts } from "./seed-facts.ts";

/** What is known around a Shoot. What is absent could not be read, and nothing is claimed that rests on it. */
export interface NextView {
  /** The Seed that holds the control plane now, or shall hold it. */
  readonly seed?: SeedFacts | undefined;
  readonly bastions?: boolean | undefined;
  /** The release of the garden, and so of its controller-manager, such as `v1.150.0`. */
  readonly release?: string | undefined;
}

/** The release of whoever asks, as far as it decides: a Shoot that names none counts as one of the same release. */
export function comparableRelease({ status }: Pick<Shoot, "status">, release: string | undefined): string | undefined {
  return status?.gardener?.version ? release : undefined;
}

/** The view of the gardenlet that is responsible for the Shoot. */
export function gardenletView(shoot: Shoot, { seed, bastions }: NextView): GardenletView {
  return {
    version: comparableRelease(shoot, seed?.release),
    seedEmergencyStop: seed?.stopped,
    seedProblem: seed?.problem && problemOf(seed.problem),
    bastions,
  };
}

/** Which conditions it is does not decide anything. */
function problemOf(id: SeedProblem["id"]): SeedProblem {
  return id === "conditions" ? { id, types: [] } : { id };
}

/** The name of the Seed whose gardenlet is responsible for the Shoot. @source pkg/utils/gardener (GetResponsibleSeedName) */
export function responsibleSeed({ spec, status }: Pick<Shoot, "spec" | "status">): string | undefined {
  return (status?.seedName || spec?.seedName) ?? undefined;
}
