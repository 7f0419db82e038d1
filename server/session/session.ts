import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";

/** What the encrypted cookie holds. Short names: every byte travels with every request. */
const sealedSchema = z.object({
  v: z.literal(1),
  sid: z.string(),
  user: z.string(),
  display: z.string().optional(),
  groups: z.array(z.string()),
  method: z.enum(["demo", "token"]),
  token: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  exp: z.number(),
});
type Sealed = z.infer<typeof sealedSchema>;

/** A signed-in user, with the credential that everything is asked with. */
export interface Session {
  /** Random; names the session in logs and limits. */
  readonly id: string;
  readonly user: { readonly name: string; readonly displayName?: string; readonly groups: readonly string[] };
  readonly method: "demo" | "token";
  readonly token: string;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/** What the cookies of a request say. */
export type SessionReading =
  | { readonly kind: "none" }
  /** Past its end, or not readable any more: the cookie is of no use. */
  | { readonly kind: "ended" }
  | { readonly kind: "active"; readonly session: Session };

export function sessionToText(session: Session): string {
  const { name, displayName, groups } = session.user;
  const sealed: Sealed = {
    v: 1,
    sid: session.id,
    user: name,
    ...(displayName === undefined ? {} : { display: displayName }),
    groups: [...groups],
    method: session.method,
    token: session.token,
    at: session.signedInAt,
    exp: session.expiresAt,
  };
  return JSON.stringify(sealed);
}

/** Undefined when the text is not a session of this build. */
export function sessionFromText(text: string): Session | undefined {
  const parsed = sealedSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { sid, user, display, groups, method, token, at, exp } = parsed.data;
  return {
    id: sid,
    user: { name: user, ...(display === undefined ? {} : { displayName: display }), groups },
    method,
    token,
    signedInAt: at,
    expiresAt: exp,
  };
}

/** Names a credential in caches without keeping it there. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
