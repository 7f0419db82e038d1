import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { type SignInMethod, signInMethods } from "#lib/contract/session.ts";

/** What the encrypted cookie holds. Short names: every byte travels with every request. */
const sealedSchema = z.object({
  v: z.literal(1),
  sid: z.string(),
  user: z.string(),
  display: z.string().optional(),
  groups: z.array(z.string()),
  method: z.enum(signInMethods),
  token: z.string(),
  renewal: z.object({ token: z.string(), until: z.number(), at: z.number() }).optional(),
  /** Unix milliseconds. */
  at: z.number(),
  exp: z.number(),
});
type Sealed = z.infer<typeof sealedSchema>;

/** A signed-in user, with the credential that everything is asked with. */
export interface Session {
  /** Random; names the session in logs. */
  readonly id: string;
  readonly user: { readonly name: string; readonly displayName?: string; readonly groups: readonly string[] };
  readonly method: SignInMethod;
  readonly token: string;
  readonly signedInAt: number;
  /** When `token` ends, or the session if that is sooner. */
  readonly expiresAt: number;
  readonly renewal?: Renewal | undefined;
}

/** How a session gets a new token when its own ends. */
export interface Renewal {
  readonly refreshToken: string;
  /** The session's own end, which no renewal moves. */
  readonly until: number;
  /** When the token that the session has now was issued. */
  readonly renewedAt: number;
}

/** What the cookies of a request say. */
export type SessionReading =
  | { readonly kind: "none" }
  /** Past its end, or not readable any more: the cookie is of no use. */
  | { readonly kind: "ended" }
  /** Its token is over, but it may be renewed: good for that, and for nothing else. */
  | { readonly kind: "lapsed"; readonly session: Session }
  | { readonly kind: "active"; readonly session: Session };

/** What a session is at an instant. */
export function readingOf(session: Session, now: number): SessionReading {
  if (now < session.expiresAt) return { kind: "active", session };
  return session.renewal !== undefined && now < session.renewal.until ? { kind: "lapsed", session } : { kind: "ended" };
}

export function isRenewable(reading: SessionReading): boolean {
  return (reading.kind === "active" || reading.kind === "lapsed") && reading.session.renewal !== undefined;
}

/**
 * By what limits count a person of a garden, over all sessions.
 *
 * @param garden the name of one of several
 */
export function personKey(garden: string | undefined, userName: string): string {
  return JSON.stringify([garden ?? "", userName]);
}

/** When the session is over for good. */
export function endOf({ expiresAt, renewal }: Session): number {
  return renewal?.until ?? expiresAt;
}

export function sessionToText(session: Session): string {
  const { renewal } = session;
  const { name, displayName, groups } = session.user;
  const sealed: Sealed = {
    v: 1,
    sid: session.id,
    user: name,
    ...(displayName === undefined ? {} : { display: displayName }),
    groups: [...groups],
    method: session.method,
    token: session.token,
    ...(renewal && { renewal: { token: renewal.refreshToken, until: renewal.until, at: renewal.renewedAt } }),
    at: session.signedInAt,
    exp: session.expiresAt,
  };
  return JSON.stringify(sealed);
}

/** Undefined when the text is not a session of this build. */
export function sessionFromText(text: string): Session | undefined {
  const parsed = sealedSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { sid, user, display, groups, method, token, renewal, at, exp } = parsed.data;
  return {
    id: sid,
    user: { name: user, ...(display === undefined ? {} : { displayName: display }), groups },
    method,
    token,
    ...(renewal && { renewal: { refreshToken: renewal.token, until: renewal.until, renewedAt: renewal.at } }),
    signedInAt: at,
    expiresAt: exp,
  };
}

/** Names a credential in caches without keeping it there. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
