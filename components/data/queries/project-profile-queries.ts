import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { ProjectProfileChange, ProjectProfileEdit } from "#lib/contract/project/project-profiles.ts";
import { profileChangeResponseSchema } from "#lib/contract/versions.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { projectsQuery } from "./project-queries.ts";

// Loaded on demand, because the first render of a page does not need these schemas.
const contract = () => import("#lib/contract/project/project-profiles.ts");

const path = (project: string) => `/api/projects/${encodeURIComponent(project)}/profiles`;

/** While Gardener merges a profile with its parent, or deletes it, the list is read often, for some minutes at most. */
const [movingMs, usualMs, mostMovingReads] = [2_000, 60_000, 90];

export const projectProfilesQuery = (project: string) =>
  queryOptions({
    queryKey: [...projectsQuery.queryKey, project, "profiles"],
    queryFn: async ({ signal }) => getJson(path(project), { schema: (await contract()).projectProfilesSchema, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const isMoving = data?.profiles.some(({ state }) => state === "merging" || state === "deleting") ?? false;
      return isMoving && dataUpdateCount < mostMovingReads ? movingMs : usualMs;
    },
  });

/** Query options for a profile under edit; not refetched, as the edit is bound to the version that was read. */
export const projectProfileQuery = (project: string, name: string) =>
  queryOptions({
    queryKey: ["project-profile", project, name],
    queryFn: async ({ signal }) =>
      getJson(`${path(project)}/${encodeURIComponent(name)}`, {
        schema: (await contract()).projectProfileSchema,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Requests a dry run with the user's own permissions. Writes nothing. */
export function previewProjectProfile(project: string, body: ProjectProfileEdit) {
  return postJson(`${path(project)}/${encodeURIComponent(body.name)}/preview`, {
    schema: profileChangeResponseSchema,
    body,
  });
}

/** Creates, changes or deletes a NamespacedCloudProfile. Never retried automatically. */
export function changeProjectProfile(project: string, body: ProjectProfileChange) {
  return postJson(path(project), { schema: z.object({}), body });
}
