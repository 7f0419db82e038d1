import type { VisibleScope } from "#lib/contract/fleet.ts";

/**
 * Returns the projects whose causes for attention come first: those that the user owns, and those in which the user may
 * change clusters as a member. Empty for users who see the whole garden, for whom only the number of clusters decides.
 */
export function ownProjectNamesOf({ all, projects }: Pick<VisibleScope, "all" | "projects">, name: string | undefined) {
  const own = projects.filter(({ mine, owner }) => mine === true || (owner !== undefined && owner === name));
  return new Set<string>(all ? [] : own.map((project) => project.name));
}
