import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { explainedPermissionsSchema } from "#lib/contract/explained-permissions.ts";
import { getJson } from "../calls/api-client.ts";
import { permissionsPath } from "./session-queries.ts";

/** Query options for the user's permissions in the garden and in `project`, each with its reason. */
export const explainedPermissionsQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: ["explained-permissions", project ?? ""],
    queryFn: ({ signal }) => getJson(permissionsPath(project), { schema: explainedPermissionsSchema, signal }),
    placeholderData: keepPreviousData,
  });
