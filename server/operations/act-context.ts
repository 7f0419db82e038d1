import "server-only";
import type { Act } from "#lib/contract/act.ts";
import type { ClusterReadContext, ClusterRequest } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";

export interface ClusterActRequest extends ClusterRequest {
  readonly act: Act;
}

export interface ActContext extends Pick<ClusterReadContext, "withToken" | "scopes" | "reviews" | "fleet" | "now"> {
  readonly sources: Pick<FleetSources, "shoots">;
}
