"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Onlooker } from "#lib/policy/status/who-acts.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { permissionsQuery, sessionQuery } from "../queries/session-queries.ts";

/** Who looks at the clusters of `project`. What has not been heard yet counts for nothing. */
export function useOnlooker(project: string, mayChange?: boolean): Onlooker {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  const rights = useQuery({ ...permissionsQuery(undefined), enabled: scope?.all === true }).data;
  return useMemo(() => {
    const own = scope?.projects.find((each) => each.name === project);
    const allowed = rights?.garden.some(({ act, allowed: may }) => act === "change-profiles" && may) ?? false;
    return {
      operates: scope?.all === true && allowed,
      belongs: own?.mine === true || (own?.owner !== undefined && own.owner === name),
      mayChange,
    };
  }, [name, scope, rights, project, mayChange]);
}
