import * as z from "zod/mini";
import { signOutResponseSchema } from "#lib/contract/session.ts";
import { pathInGarden } from "../address/garden-here.ts";
import { deleteJson } from "./api-client.ts";
import { runWithoutRenewal } from "./session-renewal.ts";

/** Ends the session. @returns the identity provider's sign-out URL if it has one, otherwise the sign-in page */
export async function signOut(): Promise<string> {
  const left = await runWithoutRenewal(() => deleteJson("/api/session", { schema: z.optional(signOutResponseSchema) }));
  return left?.providerUrl ?? pathInGarden("/login?state=signed-out");
}
