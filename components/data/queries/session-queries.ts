import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { sessionSchema, userPermissionsSchema } from "#lib/contract/session.ts";
import { getJson } from "../calls/api-client.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => getJson("/api/session", { schema: sessionSchema, signal }),
  staleTime: 60_000,
});

/** Query options for the releases of the Seeds' gardenlets. */
export const gardenletsQuery = queryOptions({
  queryKey: ["gardenlets"],
  queryFn: async ({ signal }) => {
    // Loaded on demand, because only one page needs this schema.
    const { gardenletsSchema } = await import("#lib/contract/garden/gardenlets.ts");
    return getJson("/api/session/gardenlets", { schema: gardenletsSchema, signal });
  },
});

/** Query options for the user's permissions in the garden and in `project`. */
export const permissionsQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: ["permissions", project ?? ""],
    queryFn: ({ signal }) => getJson(permissionsPath(project), { schema: userPermissionsSchema, signal }),
    placeholderData: keepPreviousData,
  });

/** Path of the permissions in the garden and in `project`. */
export function permissionsPath(project: string | undefined): string {
  return `/api/session/permissions${project === undefined ? "" : `?project=${encodeURIComponent(project)}`}`;
}
