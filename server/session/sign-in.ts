import "server-only";
import { decodeJwt, errors } from "jose";
import type { SignInBody } from "#lib/contract/session.ts";
import { askIdentity, type Identity } from "../access/access-reviews.ts";
import type { GardenClient } from "../garden/garden-client.ts";
import { GardenError } from "../garden/garden-error.ts";
import { ProblemError } from "../http/problem.ts";
import type { Session } from "./session.ts";

/** A person of the embedded garden, whom anybody who reaches the demo may be. */
export interface DemoLogin {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly token: string;
}

export interface SignInOptions {
  readonly withToken: (token: string) => GardenClient;
  /** Empty on every garden but the embedded one. */
  readonly demoLogins: readonly DemoLogin[];
  readonly now: () => number;
  readonly newId: () => string;
  readonly maxAgeMs: number;
}

/** Makes a session of what a person gave, after the garden has said who that is. */
export async function signIn(body: SignInBody, options: SignInOptions, signal: AbortSignal): Promise<Session> {
  const { token, displayName } = credentialOf(body, options.demoLogins);
  const identity = await identityOf(options.withToken(token), signal);
  const now = options.now();
  return {
    id: options.newId(),
    user: { name: identity.name, ...(displayName === undefined ? {} : { displayName }), groups: identity.groups },
    method: body.method,
    token,
    signedInAt: now,
    expiresAt: Math.min(now + options.maxAgeMs, expiryOf(token) ?? Number.POSITIVE_INFINITY),
  };
}

function credentialOf(body: SignInBody, logins: readonly DemoLogin[]): { token: string; displayName?: string } {
  if (body.method === "token") return { token: readableToken(body.token) };
  const login = logins.find(({ name }) => name === body.identity);
  if (login !== undefined) return { token: login.token, displayName: login.displayName };
  const message = logins.length === 0 ? "exist on the embedded demo garden only" : "has no such name";
  throw new ProblemError("invalid-request", {
    detail: `Demo identities: ${message}.`,
    causes: [{ field: "identity", message }],
  });
}

/** A token as it is pasted: blanks around it are an accident, blanks inside it are not a token. */
function readableToken(pasted: string): string {
  const token = pasted.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const message = "must be one line without blanks";
  throw new ProblemError("invalid-request", { detail: `The token ${message}.`, causes: [{ field: "token", message }] });
}

async function identityOf(client: GardenClient, signal: AbortSignal): Promise<Identity> {
  const refused = "The garden does not accept this token: it may be expired, or meant for another garden.";
  try {
    const identity = await askIdentity(client, signal);
    if (identity.name !== "system:anonymous") return identity;
  } catch (error) {
    if (!(error instanceof GardenError) || error.reason !== "unauthorized") throw error;
    throw new ProblemError("not-signed-in", { detail: refused }, { cause: error });
  }
  throw new ProblemError("not-signed-in", { detail: refused });
}

/** When the token itself ends, in Unix milliseconds; undefined for one that does not say, such as an opaque one. */
function expiryOf(token: string): number | undefined {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? undefined : exp * 1000;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
