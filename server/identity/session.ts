import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { type SignInMethod, signInMethods } from "#lib/contract/session.ts";

/** Content of the encrypted session cookie. Field names are short, because every request sends them. */
const sealedSchema = z.object({
  v: z.literal(1),
  sid: z.string(),
  user: z.string(),
  display: z.string().optional(),
  groups: z.array(z.string()),
  method: z.enum(signInMethods),
  token: z.string(),
  renewal: z.object({ token: z.string(), until: z.number(), at: z.number() }).optional(),
  /** When the user signed in, in Unix milliseconds. */
  at: z.number(),
  exp: z.number(),
});
type Sealed = z.infer<typeof sealedSchema>;

/** A signed-in user, with the credential used for all requests to the garden. */
export interface Session {
  /** Random id of the session, for logs. */
  readonly id: string;
  readonly user: { readonly name: string; readonly displayName?: string; readonly groups: readonly string[] };
  readonly method: SignInMethod;
  readonly token: string;
  readonly signedInAt: number;
  /** When the session's token expires, or the session if that is sooner. */
  readonly expiresAt: number;
  readonly renewal?: SessionRenewal | undefined;
}

/** The refresh token of a session, with which its expired token is replaced by a new one. */
export interface SessionRenewal {
  readonly refreshToken: string;
  /** When the session ends at the latest, even if its token is renewed. */
  readonly until: number;
  /** When the current token was issued. */
  readonly renewedAt: number;
}

/** State of the session in the cookies of a request. */
export type SessionState =
  | { readonly kind: "none" }
  /** Expired or no longer readable: the cookie is useless. */
  | { readonly kind: "ended" }
  /** The token has expired but can be renewed; valid for renewal only. */
  | { readonly kind: "lapsed"; readonly session: Session }
  | { readonly kind: "active"; readonly session: Session };

/** State of a session at the time `now`. */
export function sessionStateOf(session: Session, now: number): SessionState {
  if (now < session.expiresAt) return { kind: "active", session };
  return session.renewal !== undefined && now < session.renewal.until ? { kind: "lapsed", session } : { kind: "ended" };
}

export function isRenewable(reading: SessionState): boolean {
  return (reading.kind === "active" || reading.kind === "lapsed") && reading.session.renewal !== undefined;
}

/**
 * Key of a user in rate limits, the same for all sessions of that user.
 *
 * @param garden name of the garden if there are several
 */
export function userLimitKey(garden: string | undefined, userName: string): string {
  return JSON.stringify([garden ?? "", userName]);
}

/** When the session ends and can no longer be renewed. */
export function sessionEndOf({ expiresAt, renewal }: Session): number {
  return renewal?.until ?? expiresAt;
}

export function serializeSession(session: Session): string {
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

/** Parses the text of a session; undefined when the format is unknown. */
export function parseSession(text: string): Session | undefined {
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

/** A hash that identifies a credential in caches without storing it. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
