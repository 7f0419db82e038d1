import type { Scope } from "#lib/contract/fleet.ts";

/** The projects that are somebody's own: theirs, or of which they are a member who may change clusters. */
export function ownProjects(projects: Scope["projects"], name: string | undefined): ReadonlySet<string> {
  const own = projects.filter(({ mine, owner }) => mine === true || (owner !== undefined && owner === name));
  return new Set(own.map((project) => project.name));
}
