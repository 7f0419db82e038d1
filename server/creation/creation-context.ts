import "server-only";
import type { GardenFacts } from "#lib/policy/editions/rules-of-shoot.ts";
import type { BodyLimits } from "#server/boundary/json-body.ts";
import type { ClusterReadContext } from "#server/clusters/read-cluster.ts";
import type { Fleet, FleetSources } from "#server/fleet/fleet.ts";
import type { LandscapeConfigurationReader } from "#server/landscape-configuration/landscape-configuration.ts";

export interface CreationContext extends Pick<ClusterReadContext, "withToken" | "scopes" | "reviews" | "now"> {
  readonly fleet: Pick<Fleet, "store">;
  readonly sources: Pick<FleetSources, "shoots">;
  /** The garden's release, absent if it is not published, and the gates that the operator has set. */
  readonly gardenFacts: (token: string) => Promise<GardenFacts>;
  /** The operator's settings, with defaults of new clusters. */
  readonly landscape: Pick<LandscapeConfigurationReader, "configuration">;
}

/** Size limit of requests with the Shoot of a new cluster. */
export const draftBodyLimits: BodyLimits = { bytes: 256 * 1024, values: 5_000 };
