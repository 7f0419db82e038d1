import "server-only";
import type { Act } from "#lib/contract/act.ts";
import type { ClusterReading, ClusterRequest } from "#server/clusters/read-cluster.ts";
import type { FleetSources } from "#server/fleet/fleet.ts";

export interface ActRequest extends ClusterRequest {
  readonly act: Act;
}

export interface ActReading extends Pick<ClusterReading, "withToken" | "scopes" | "reviews" | "fleet" | "now"> {
  readonly sources: Pick<FleetSources, "shoots">;
}
