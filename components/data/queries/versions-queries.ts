import { queryOptions } from "@tanstack/react-query";
import {
  type ProfileChangeBody,
  profileChangedSchema,
  profileDetailSchema,
  versionsSchema,
  type WhatIfBody,
  whatIfSchema,
} from "#lib/contract/versions.ts";
import { getJson, postJson } from "../calls/api-client.ts";
import { foreseeKey } from "./fleet-queries.ts";

export const versionsQuery = queryOptions({
  queryKey: [...foreseeKey, "versions"],
  queryFn: ({ signal }) => getJson("/api/versions", { schema: versionsSchema, signal }),
  staleTime: 60_000,
});

const pathOf = (name: string) => `/api/profiles/${encodeURIComponent(name)}`;

/** Not refreshed by itself while somebody edits: what was read is what the change is bound to. */
export const profileDetailQuery = (name: string) =>
  queryOptions({
    queryKey: ["profile", name],
    queryFn: ({ signal }) => getJson(pathOf(name), { schema: profileDetailSchema, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const whatIfQuery = (body: WhatIfBody) =>
  queryOptions({
    queryKey: [...foreseeKey, "versions", "whatif", body.profile, JSON.stringify(body.spec)],
    queryFn: ({ signal }) => postJson("/api/versions/whatif", { schema: whatIfSchema, signal, body }),
    staleTime: 30_000,
    retry: false,
  });

/** Asks the garden what it would say, with the user's own rights; nothing is written. */
export function previewProfileChange(name: string, body: ProfileChangeBody) {
  return postJson(`${pathOf(name)}/preview`, { schema: profileChangedSchema, body });
}

/** Never tried again by itself. */
export function changeProfile(name: string, body: ProfileChangeBody) {
  return postJson(pathOf(name), { schema: profileChangedSchema, body });
}
