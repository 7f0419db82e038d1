import "server-only";
import { randomUUID } from "node:crypto";
import { decodeJwt, errors } from "jose";
import type { SignInRequest } from "#lib/contract/session.ts";
import { text } from "#lib/language/text.ts";
import { requestUserIdentity, type UserIdentity } from "#server/access/access-reviews.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { RateLimits } from "#server/boundary/rate-limit.ts";
import type { SignInConfig } from "#server/config/sign-in-config.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";

/** A demo user of the embedded garden, as whom every visitor can sign in. */
export interface DemoLogin {
  readonly name: string;
  readonly displayName: string;
  readonly token: string;
}

/** Services that sign-in needs. */
export interface SignInContext {
  readonly config: { readonly signIn: SignInConfig; readonly sessionMaxAgeMs: number };
  readonly withToken: (token: string) => GardenClient;
  /** Demo users; empty unless the garden is the embedded demo garden. */
  readonly demoLogins: readonly DemoLogin[];
  /** Token of the kubeconfig's user, for development sign-in. */
  readonly ownToken: () => Promise<string | undefined>;
  readonly now: () => number;
}

/** Creates a session from the given credential, after the garden has confirmed the user's identity. */
export async function signIn(body: SignInRequest, desk: SignInContext, signal: AbortSignal): Promise<Session> {
  const { token, displayName } = await credentialOf(body, desk);
  const identity = await identityOfToken(desk.withToken(token), signal);
  const now = desk.now();
  return {
    id: randomUUID(),
    user: { name: identity.name, ...(displayName === undefined ? {} : { displayName }), groups: identity.groups },
    method: body.method,
    token,
    signedInAt: now,
    expiresAt: Math.min(now + desk.config.sessionMaxAgeMs, tokenExpiry(token) ?? Number.POSITIVE_INFINITY),
  };
}

interface Admission {
  readonly limits: Pick<RateLimits, "take">;
  personOf(userName: string): string;
}

/** Limits how many sessions one user can begin. @throws ProblemError when the limit is exceeded */
export function limitNewSessions({ limits, personOf }: Admission, userName: string): void {
  const retryAfterSeconds = limits.take("session", personOf(userName));
  if (retryAfterSeconds === 0) return;
  throw new ProblemError("too-many-requests", { retryAfterSeconds }, { rule: "limit-session" });
}

interface GivenCredential {
  readonly token: string;
  readonly displayName?: string;
}

async function credentialOf(body: SignInRequest, desk: SignInContext): Promise<GivenCredential> {
  switch (body.method) {
    case "token":
      if (!desk.config.signIn.token)
        throw refused("method", text("Signing in with a token is switched off in this Almanac."));
      return { token: readableToken(body.token) };
    case "demo":
      return demoCredential(body.identity, desk.demoLogins);
    case "development":
      return developmentCredential(desk);
  }
}

function demoCredential(identity: string, logins: readonly DemoLogin[]): GivenCredential {
  const login = logins.find(({ name }) => name === identity);
  if (login !== undefined) return { token: login.token, displayName: login.displayName };
  const message = logins.length === 0 ? "exist on the embedded demo garden only" : "has no such name";
  throw refused("identity", text("Demo identities: {message}.", { message }));
}

async function developmentCredential({ config, ownToken }: SignInContext): Promise<GivenCredential> {
  if (!config.signIn.development) throw refused("method", text("This Almanac is not in development mode."));
  const token = await ownToken();
  if (token !== undefined) return { token };
  throw refused("method", text("The kubeconfig's user has a client certificate; a session needs a token."));
}

/** Maximum length of a token. A token that is long because of its groups fits into the cookies when compressed. */
const longestTokenChars = 16_384;

/** The token that a user pasted, without surrounding whitespace; whitespace inside is an error. */
function readableToken(pasted: string): string {
  const token = pasted.trim();
  if (token.length > longestTokenChars) throw tokenTooLongError();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw refused("token", text("The token must be one line without blanks."));
}

/** The error for a token that does not fit into the session cookies. */
export function tokenTooLongError(): ProblemError {
  const detail = text(
    "This token is too long for a session cookie, even compressed. Most often it names very many groups: have your identity provider put fewer of them into it.",
  );
  return new ProblemError("too-large", { detail });
}

/** The error when sessions of other gardens leave no room in the Cookie header. */
export function cookieSpaceError(): ProblemError {
  const detail = text("Your sessions in the other gardens leave no room for this one. Sign out of one of them first.");
  return new ProblemError("too-large", { detail });
}

function refused(field: string, message: string): ProblemError {
  return new ProblemError("invalid-request", { detail: message, causes: [{ field, message }] });
}

/** Reads a new token's user from the garden. @throws ProblemError when the garden does not accept the token */
export async function identityOfToken(client: GardenClient, signal: AbortSignal): Promise<UserIdentity> {
  const detail = text("The garden does not accept this token: it may be expired, or meant for another garden.");
  try {
    const identity = await requestUserIdentity(client, signal);
    if (identity.name !== "system:anonymous") return identity;
  } catch (error) {
    if (!(error instanceof GardenError) || error.reason !== "unauthorized") throw error;
    throw new ProblemError("not-signed-in", { detail }, { cause: error });
  }
  throw new ProblemError("not-signed-in", { detail });
}

/** When a token expires, in Unix milliseconds; undefined when it has no readable expiry, such as an opaque token. */
export function tokenExpiry(token: string): number | undefined {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? undefined : exp * 1000;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
