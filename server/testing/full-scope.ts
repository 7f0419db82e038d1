import type { UserScope } from "#server/access/user-scope.ts";

/** The scope of a user who can see all projects. */
export const fullScope: UserScope = {
  all: true,
  namespaces: new Set(),
  shown: { all: true, projects: [], unreadable: [] },
  rowsKey: "all",
  shownKey: "all",
  identity: { name: "ada", groups: [] },
  askedAt: 0,
};
