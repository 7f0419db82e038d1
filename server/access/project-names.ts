import "server-only";
import type { UserScope } from "./user-scope.ts";

/** Returns a function that finds the name of a namespace's project; undefined for one that the user does not see. */
export function createProjectNames({ shown }: Pick<UserScope, "shown">): (namespace: string) => string | undefined {
  const names = new Map(shown.projects.map(({ namespace, name }) => [namespace, name]));
  return (namespace) => names.get(namespace);
}
