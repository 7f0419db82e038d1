import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  oidcCallbackResponseSchema,
  oidcLoginResponseSchema,
  type SignInRequest,
  sessionSchema,
  signInOptionsSchema,
  userPermissionsSchema,
} from "#lib/contract/session.ts";
import { gardenOfOidcState, gardenPrefix } from "#lib/strings/garden-address.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => getJson("/api/session", { schema: sessionSchema, signal }),
  staleTime: 60_000,
});

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: ({ signal }) => getJson("/api/sign-in", { schema: signInOptionsSchema, signal }),
});

/** Permissions of the user in the garden and in `project`. */
export const permissionsQuery = (project: string | undefined) =>
  queryOptions({
    queryKey: ["permissions", project ?? ""],
    queryFn: ({ signal }) => {
      const search = project === undefined ? "" : `?project=${encodeURIComponent(project)}`;
      return getJson(`/api/session/permissions${search}`, { schema: userPermissionsSchema, signal });
    },
    placeholderData: keepPreviousData,
  });

export function signIn(body: SignInRequest) {
  return postJson("/api/session", { schema: sessionSchema, body });
}

/** Returns the identity provider's URL for sign-in. */
export async function oidcLoginUrl(next: string): Promise<string> {
  return (await postJson("/api/oidc/login", { schema: oidcLoginResponseSchema, body: { next } })).url;
}

/** Completes a sign-in with the query from the provider's redirect; returns the path to go to next. */
export async function finishOidcLogin(search: string): Promise<string> {
  const path = `${prefixOfCallback(search)}/api/oidc/callback`;
  return (await postJson(path, { schema: oidcCallbackResponseSchema, body: { search } })).next;
}

/** Returns the path prefix of the garden that a provider's redirect belongs to. */
export function prefixOfCallback(search: string): string {
  return gardenPrefix(gardenOfOidcState(new URLSearchParams(search).get("state")));
}
