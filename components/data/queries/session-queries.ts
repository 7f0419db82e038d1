import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  gardenKubeconfigSchema,
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

export const gardenKubeconfigQuery = queryOptions({
  queryKey: ["garden-kubeconfig"],
  queryFn: ({ signal }) => getJson("/api/session/kubeconfig", { schema: gardenKubeconfigSchema, signal }),
  staleTime: 60_000,
});

export function signIn(body: SignInRequest) {
  return postJson("/api/session", { schema: sessionSchema, body });
}

/** Returns the URL of the identity provider to which the browser has to go for sign-in. */
export async function oidcLoginUrl(next: string): Promise<string> {
  return (await postJson("/api/oidc/login", { schema: oidcLoginResponseSchema, body: { next } })).url;
}

/** Completes a sign-in with the query string of the identity provider's redirect; returns the path of the next page. */
export async function finishOidcLogin(search: string): Promise<string> {
  const path = `${gardenPrefixOfOidcCallback(search)}/api/oidc/callback`;
  return (await postJson(path, { schema: oidcCallbackResponseSchema, body: { search } })).next;
}

/** Returns the path prefix of the garden for which the identity provider has redirected. */
export function gardenPrefixOfOidcCallback(search: string): string {
  return gardenPrefix(gardenOfOidcState(new URLSearchParams(search).get("state")));
}
