import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { type SignInMethod, signInMethods } from "#lib/contract/session.ts";

/** Content of the encrypted cookie. Short names: every byte is sent with every request. */
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

/** A signed-in user, with the credential used for all requests to the garden. */
export interface Session {
  /** Random; identifies the session in logs. */
  readonly id: string;
  readonly user: { readonly name: string; readonly displayName?: string; readonly groups: readonly string[] };
  readonly method: SignInMethod;
  readonly token: string;
  readonly signedInAt: number;
  /** When `token` expires, or the session if that is sooner. */
  readonly expiresAt: number;
  readonly renewal?: SessionRenewal | undefined;
}

/** How a session gets a new token when its own expires. */
export interface SessionRenewal {
  readonly refreshToken: string;
  /** Maximum age of the session, which renewals do not extend. */
  readonly until: number;
  /** When the current token was issued. */
  readonly renewedAt: number;
}

/** State of the session in a request's cookies. */
export type SessionState =
  | { readonly kind: "none" }
  /** Expired or no longer readable: the cookie is useless. */
  | { readonly kind: "ended" }
  /** The token has expired but can be renewed; valid for renewal only. */
  | { readonly kind: "lapsed"; readonly session: Session }
  | { readonly kind: "active"; readonly session: Session };

/** The state of a session at an instant. */
export function sessionStateOf(session: Session, now: number): SessionState {
  if (now < session.expiresAt) return { kind: "active", session };
  return session.renewal !== undefined && now < session.renewal.until ? { kind: "lapsed", session } : { kind: "ended" };
}

export function isRenewable(reading: SessionState): boolean {
  return (reading.kind === "active" || reading.kind === "lapsed") && reading.session.renewal !== undefined;
}

/**
 * Key of a garden's user in limits, across all sessions.
 *
 * @param garden name of one garden of several
 */
export function personKey(garden: string | undefined, userName: string): string {
  return JSON.stringify([garden ?? "", userName]);
}

/** When the session ends for good. */
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

/** Undefined when the text is not a session in this build's format. */
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
