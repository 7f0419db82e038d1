import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import type { Shoot } from "#lib/garden/shoot.ts";

export interface SectionProps {
  readonly cluster: ClusterRef;
  readonly shoot: Shoot;
  /** Of the garden, as far as it is known. */
  readonly release: string | undefined;
}
