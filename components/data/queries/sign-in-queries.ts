import { queryOptions } from "@tanstack/react-query";
import {
  oidcCallbackResponseSchema,
  oidcLoginResponseSchema,
  type SignInRequest,
  sessionSchema,
  signInOptionsSchema,
} from "#lib/contract/session.ts";
import { gardenOfOidcState, gardenPrefix } from "#lib/strings/garden-address.ts";
import { getJson, postJson } from "../calls/api-client.ts";

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: ({ signal }) => getJson("/api/sign-in", { schema: signInOptionsSchema, signal }),
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
