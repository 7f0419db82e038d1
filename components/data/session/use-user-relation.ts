import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { VisibleScope } from "#lib/contract/fleet.ts";
import type { UserPermissions } from "#lib/contract/session.ts";
import { memoizeLast } from "#lib/memo/memoize-last.ts";
import type { UserRelation } from "#lib/policy/next/responsible-party.ts";
import { ownProjectNamesOf } from "#lib/view/overview/own-project-names-of.ts";
import { fleetQuery } from "../queries/fleet-queries.ts";
import { permissionsQuery, sessionQuery } from "../queries/session-queries.ts";

/** User's relation to a project's clusters, such as member or operator. Data not loaded yet count as absent. */
export function useUserRelation(project: string, mayChange?: boolean): UserRelation {
  return useUserRelationLookup()(project, mayChange);
}

/** Returns a function that yields the user's relation to a project, cached until something changes. */
export function useUserRelationLookup(): UserRelationLookup {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  const rights = useQuery({ ...permissionsQuery(undefined), enabled: scope?.all === true }).data;
  return resolution(name, scope, rights);
}

export type UserRelationLookup = (project: string, mayChange?: boolean) => UserRelation;

// Memoised for all components, because hundreds of lines ask for the same projects.
const resolution = memoizeLast(
  (
    name: string | undefined,
    scope: VisibleScope | undefined,
    rights: UserPermissions | undefined,
  ): UserRelationLookup => {
    const projects = new Map(scope?.projects.map((each) => [each.name, each]));
    const operates =
      scope?.all === true && (rights?.garden.some(({ act, allowed }) => act === "change-profiles" && allowed) ?? false);
    // Whether a project belongs to another team is known only after the user's operator status has been read.
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
export function useProjectOwner(project: string): string | undefined {
  return useQuery({ ...fleetQuery, select: ({ scope }) => scope.projects.find(({ name }) => name === project)?.owner })
    .data;
}

const noProjects: ReadonlySet<string> = new Set();

/** Returns the projects of the user, whose problems are listed first. */
export function useProjectsOfUser(): ReadonlySet<string> {
  const name = useQuery(sessionQuery).data?.user.name;
  const scope = useQuery({ ...fleetQuery, select: ({ scope: held }) => held }).data;
  return useMemo(() => (scope === undefined ? noProjects : ownProjectNamesOf(scope, name)), [scope, name]);
}
