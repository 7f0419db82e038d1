import type { Scope } from "#lib/contract/fleet.ts";

/**
 * Projects whose causes come first for a user: those owned, and those in which the user is a member who may change
 * clusters. None for whoever sees the whole garden, where reach alone decides.
 */
export function ownProjects({ all, projects }: Pick<Scope, "all" | "projects">, name: string | undefined) {
  const own = projects.filter(({ mine, owner }) => mine === true || (owner !== undefined && owner === name));
  return new Set<string>(all ? [] : own.map((project) => project.name));
}
