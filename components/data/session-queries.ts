import { queryOptions } from "@tanstack/react-query";
import { type SignInBody, sessionSchema, signInOptionsSchema } from "#lib/contract/session.ts";
import { deleteResource, getJson, postJson } from "./api-client.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => getJson("/api/session", { schema: sessionSchema, signal }),
  staleTime: 60_000,
});

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: ({ signal }) => getJson("/api/sign-in", { schema: signInOptionsSchema, signal }),
});

export function signIn(body: SignInBody) {
  return postJson("/api/session", { schema: sessionSchema, body });
}

export function signOut(): Promise<void> {
  return deleteResource("/api/session");
}
