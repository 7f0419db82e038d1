import { useQuery } from "@tanstack/react-query";
import { clusterQuery } from "#components/data/queries/cluster-queries.ts";
import { fleetQuery } from "#components/data/queries/fleet-queries.ts";

/** A cluster of the project whose Shoot shows what a path leads to. */
export interface SampleCluster {
  readonly name: string;
  readonly shoot: unknown;
}

/** Returns the project's first cluster by name; undefined until it is read, and where the user sees none. */
export function useSampleCluster(project: string): SampleCluster | undefined {
  const name = useQuery({
    ...fleetQuery,
    select: ({ rows }) =>
      rows
        .filter((row) => row.project === project)
        .map((row) => row.name)
        .sort()[0],
  }).data;
  const detail = useQuery({ ...clusterQuery({ project, name: name ?? "" }), enabled: name !== undefined }).data;
  return name === undefined || detail === undefined ? undefined : { name, shoot: detail.shoot };
}
