import type { Scope } from "#lib/contract/fleet.ts";

/** A user's own projects: those owned, and those in which the user is a member who may change clusters. */
export function ownProjects(projects: Scope["projects"], name: string | undefined): ReadonlySet<string> {
  const own = projects.filter(({ mine, owner }) => mine === true || (owner !== undefined && owner === name));
  return new Set(own.map((project) => project.name));
}
