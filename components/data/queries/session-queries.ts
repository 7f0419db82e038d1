import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { sessionSchema, userPermissionsSchema } from "#lib/contract/session.ts";
import { getJson } from "../calls/api-client.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => getJson("/api/session", { schema: sessionSchema, signal }),
  staleTime: 60_000,
});

/** Query options for the user's permissions in the garden and in `project`. */
export const permissionsQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: ["permissions", project ?? ""],
    queryFn: ({ signal }) => {
      const search = project === undefined ? "" : `?project=${encodeURIComponent(project)}`;
      return getJson(`/api/session/permissions${search}`, { schema: userPermissionsSchema, signal });
    },
    placeholderData: keepPreviousData,
  });
