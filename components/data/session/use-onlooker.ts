"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Onlooker } from "#lib/policy/status/who-acts.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { permissionsQuery, sessionQuery } from "../queries/session-queries.ts";

/** Who looks at the clusters of `project`. What has not been heard yet counts for nothing. */
export function useOnlooker(project: string, mayChange?: boolean): Onlooker {
  const onlookerAt = useOnlookerAt();
  return useMemo(() => onlookerAt(project, mayChange), [onlookerAt, project, mayChange]);
}

/** The same for the clusters of many projects. */
export function useOnlookerAt(): (project: string, mayChange?: boolean) => Onlooker {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  const rights = useQuery({ ...permissionsQuery(undefined), enabled: scope?.all === true }).data;
  return useMemo(() => {
    const projects = new Map(scope?.projects.map((each) => [each.name, each]));
    const allowed = rights?.garden.some(({ act, allowed: may }) => act === "change-profiles" && may) ?? false;
    // Whether it is a team of others can be told only once the operator is known.
    const isKnown = scope !== undefined && (!scope.all || rights !== undefined);
    return (project, mayChange) => {
      const own = projects.get(project);
      return {
        operates: scope?.all === true && allowed,
        belongs: own?.mine === true || (own?.owner !== undefined && own.owner === name),
        mayChange: isKnown || mayChange === false ? mayChange : undefined,
      };
    };
  }, [name, scope, rights]);
}

/** Who owns a project; undefined where the garden does not tell. */
export function useOwner(project: string): string | undefined {
  return useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects.find(({ name }) => name === project)?.owner })
    .data;
}

const noProjects: ReadonlySet<string> = new Set();

/** The projects that are the reader's own: theirs, or of which they are a member who may change clusters. */
export function useOwnProjects(): ReadonlySet<string> {
  const name = useQuery(sessionQuery).data?.user.name;
  const projects = useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects }).data;
  return useMemo(() => {
    const own = (projects ?? []).filter(({ mine, owner }) => mine === true || (owner !== undefined && owner === name));
    return own.length === 0 ? noProjects : new Set(own.map((each) => each.name));
  }, [projects, name]);
}
