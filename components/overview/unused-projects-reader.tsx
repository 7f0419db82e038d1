"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { projectsQuery } from "#components/data/queries/project-queries.ts";
import type { FleetQuery } from "#lib/fleet/fleet-query.ts";
import { createUnusedProjectTest } from "#lib/fleet/select-projects.ts";
import type { AttentionProject } from "#lib/view/overview/project-attention.ts";

export interface UnusedProjects {
  readonly projects: readonly AttentionProject[];
  /** Without projects it is not known whether there are any, unless they were read. */
  readonly state: "pending" | "read" | "failed";
}

/** Gardener checks twice a day which projects nobody uses. */
const readAgainMs = 10 * 60_000;

interface UnusedProjectsReaderProps {
  readonly query: FleetQuery;
  readonly onRead: (unused: UnusedProjects) => void;
}

/**
 * Reads the projects that nobody uses, as far as a query selects them and the user sees them. A component, so that it
 * is loaded after the first screen.
 */
export function UnusedProjectsReader({ query, onRead }: UnusedProjectsReaderProps) {
  const { data, isError } = useQuery({ ...projectsQuery, refetchInterval: readAgainMs });
  const state = data !== undefined ? "read" : isError ? "failed" : "pending";
  const unused = useMemo(() => {
    const isSelected = createUnusedProjectTest(query);
    const projects = data?.projects.filter(({ name, stale }) => stale !== undefined && isSelected(name)) ?? [];
    return { projects, state } as const;
  }, [data, state, query]);
  useEffect(() => onRead(unused), [onRead, unused]);
  return null;
}
