import { useQuery } from "@tanstack/react-query";
import type { ClusterRef } from "#components/data/queries/cluster-queries.ts";
import { sessionQuery } from "#components/data/queries/session-queries.ts";
import type { GardenctlTarget } from "#lib/view/credentials/gardenctl-commands.ts";

/** Returns a cluster as gardenctl targets it, with the identity of the garden if the garden tells it. */
export function useGardenctlTarget({ project, name }: ClusterRef): GardenctlTarget {
  const garden = useQuery({ ...sessionQuery, select: ({ gardenIdentity }) => gardenIdentity }).data;
  return { garden, project, shoot: name };
}
