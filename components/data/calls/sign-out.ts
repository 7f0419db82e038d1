import * as z from "zod/mini";
import { signOutSchema } from "#lib/contract/session.ts";
import { deleteJson } from "./api-client.ts";
import { whileNobodyRenews } from "./session-renewal.ts";

/** Ends the session; where it can be ended at the provider too, or the sign-in page. */
export async function signOut(): Promise<string> {
  const left = await whileNobodyRenews(() => deleteJson("/api/session", { schema: z.optional(signOutSchema) }));
  return left?.providerUrl ?? "/login?state=signed-out";
}
