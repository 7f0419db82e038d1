import { queryOptions } from "@tanstack/react-query";
import {
  comparedEndsResponseSchema,
  type ProfileChangeRequest,
  profileChangeResponseSchema,
  profileDetailSchema,
  versionsSchema,
  type WhatIfRequest,
  whatIfResponseSchema,
} from "#lib/contract/versions.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { forecastQueryKeyPrefix } from "./fleet-queries.ts";

export const versionsQuery = queryOptions({
  queryKey: [...forecastQueryKeyPrefix, "versions"],
  queryFn: ({ signal }) => getJson("/api/versions", { schema: versionsSchema, signal }),
  staleTime: 60_000,
});

const pathOf = (name: string) => `/api/profiles/${encodeURIComponent(name)}`;

/** Query options for a CloudProfile under edit; not refetched, as the edit is bound to the version that was read. */
export const profileDetailQuery = (name: string) =>
  queryOptions({
    queryKey: ["profile", name],
    queryFn: ({ signal }) => getJson(pathOf(name), { schema: profileDetailSchema, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const profileChangeEffectQuery = (body: WhatIfRequest) =>
  queryOptions({
    queryKey: [
      ...forecastQueryKeyPrefix,
      "versions",
      "whatif",
      body.profile,
      JSON.stringify([body.inProject, body.spec]),
    ],
    queryFn: ({ signal }) => postJson("/api/versions/whatif", { schema: whatIfResponseSchema, signal, body }),
    staleTime: 30_000,
    retry: false,
  });

export const comparedExpirationsQuery = (body: WhatIfRequest) =>
  queryOptions({
    queryKey: [...forecastQueryKeyPrefix, "versions", "ends", body.profile, JSON.stringify([body.spec, body.ends])],
    queryFn: ({ signal }) => postJson("/api/versions/whatif", { schema: comparedEndsResponseSchema, signal, body }),
    staleTime: 30_000,
    retry: false,
  });

/** Requests a dry run of a CloudProfile change with the user's own permissions. Writes nothing. */
export function previewProfileChange(name: string, body: ProfileChangeRequest) {
  return postJson(`${pathOf(name)}/preview`, { schema: profileChangeResponseSchema, body });
}

/** Changes a CloudProfile. Never retried automatically. */
export function changeProfile(name: string, body: ProfileChangeRequest) {
  return postJson(pathOf(name), { schema: profileChangeResponseSchema, body });
}
