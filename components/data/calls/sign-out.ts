import * as z from "zod/mini";
import { signOutResponseSchema } from "#lib/contract/session.ts";
import { pathInGarden } from "../address/garden-here.ts";
import { deleteJson } from "./api-client.ts";
import { runWithoutRenewal } from "./session-renewal.ts";

/** What is signed out: this browser, or all browsers in which the user is signed in to this garden. */
export type SignOutExtent = "here" | "everywhere";

/** Ends sessions. @returns the identity provider's sign-out URL if it has one, otherwise the sign-in page */
export async function signOut(extent: SignOutExtent): Promise<string> {
  const path = extent === "here" ? "/api/session" : "/api/session/everywhere";
  const left = await runWithoutRenewal(() => deleteJson(path, { schema: z.optional(signOutResponseSchema) }));
  return left?.providerUrl ?? pathInGarden("/login?state=signed-out");
}
