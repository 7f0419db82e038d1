import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Scope } from "#lib/contract/fleet.ts";
import type { UserPermissions } from "#lib/contract/session.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import type { UserRelation } from "#lib/policy/next/responsible-party.ts";
import { ownProjects } from "#lib/view/overview/own-projects.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { permissionsQuery, sessionQuery } from "../queries/session-queries.ts";

/** Returns the user's role towards clusters of `project`. Data not loaded yet counts as absent. */
export function useUserRelation(project: string, mayChange?: boolean): UserRelation {
  return useUserRelationTo()(project, mayChange);
}

/** Returns the same for clusters of many projects: one cached answer per project until something changes. */
export function useUserRelationTo(): UserRelationTo {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  const rights = useQuery({ ...permissionsQuery(undefined), enabled: scope?.all === true }).data;
  return resolution(name, scope, rights);
}

export type UserRelationTo = (project: string, mayChange?: boolean) => UserRelation;

// Shared because hundreds of lines ask for the same.
const resolution = memoizeLast(
  (name: string | undefined, scope: Scope | undefined, rights: UserPermissions | undefined): UserRelationTo => {
    const projects = new Map(scope?.projects.map((each) => [each.name, each]));
    const operates =
      scope?.all === true && (rights?.garden.some(({ act, allowed }) => act === "change-profiles" && allowed) ?? false);
    // Whether the project belongs to another team is known only once the user's operator status is.
    const isKnown = scope !== undefined && (!scope.all || rights !== undefined);
    const found = new Map<string, UserRelation>();
    return (project, mayChange) => {
      const key = `${String(mayChange)} ${project}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const own = projects.get(project);
      const onlooker = {
        operates,
        belongs: own?.mine === true || (own?.owner !== undefined && own.owner === name),
        mayChange: isKnown || mayChange === false ? mayChange : undefined,
      };
      found.set(key, onlooker);
      return onlooker;
    };
  },
);

/** Returns the owner of a project; undefined if the garden does not report one. */
export function useOwner(project: string): string | undefined {
  return useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects.find(({ name }) => name === project)?.owner })
    .data;
}

const noProjects: ReadonlySet<string> = new Set();

/** Returns the projects whose causes come first for the user. */
export function useOwnProjects(): ReadonlySet<string> {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  return useMemo(() => (scope === undefined ? noProjects : ownProjects(scope, name)), [scope, name]);
}
