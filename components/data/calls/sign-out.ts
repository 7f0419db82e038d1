import * as z from "zod/mini";
import { signOutResponseSchema } from "#lib/contract/session.ts";
import { inGarden } from "../address/garden-here.ts";
import { deleteJson } from "./api-client.ts";
import { runWithoutRenewal } from "./session-renewal.ts";

/** Ends the session; returns the provider's sign-out URL if it has one, else the sign-in page. */
export async function signOut(): Promise<string> {
  const left = await runWithoutRenewal(() => deleteJson("/api/session", { schema: z.optional(signOutResponseSchema) }));
  return left?.providerUrl ?? inGarden("/login?state=signed-out");
}
