import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectsQuery } from "#components/data/queries/project-queries.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import type { AttentionProject } from "#lib/view/overview/project-attention.ts";

export interface UnusedProjects {
  /** Empty until the projects are read. */
  readonly projects: readonly AttentionProject[];
  /** Whether reading them has failed. */
  readonly isUnread: boolean;
}

/** Gardener checks twice a day which projects nobody uses. */
const readAgainMs = 10 * 60_000;

/** The projects that nobody uses, as far as a query selects them and the user sees them. */
export function useUnusedProjects(query: FleetQuery): UnusedProjects {
  const { data, isError } = useQuery({ ...projectsQuery, refetchInterval: readAgainMs });
  const isUnread = isError && data === undefined;
  return useMemo(() => {
    const isSelected = createUnusedProjectTest(query);
    const projects = data?.projects.filter(({ name, stale }) => stale !== undefined && isSelected(name)) ?? [];
    return { projects, isUnread };
  }, [data, isUnread, query]);
}
