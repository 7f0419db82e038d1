import "server-only";
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { stringAt } from "#lib/kube/field.ts";
import type { User } from "./user.ts";

/** OpenID Connect settings, with the meaning of the --oidc-… flags of kube-apiserver. */
export interface OidcOptions {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Claim that contains the user name; `sub` if missing. */
  readonly usernameClaim?: string | undefined;
  /** Prefix of user names; `-` for none. If missing, `<issuer>#`, but none for names from the `email` claim. */
  readonly usernamePrefix?: string | undefined;
  readonly groupsClaim?: string | undefined;
  readonly groupsPrefix?: string | undefined;
}

/** Verifies ID tokens; undefined for another issuer or client, and for an expired or not yet valid token. */
export type OidcTokens = (token: string) => Promise<User | undefined>;

const signatures = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];
const answerTimeoutMs = 5_000;
/** Minimum time between requests for the issuer's keys, so that tokens with invented key ids cannot cause many. */
const keyPauseMs = 1_000;

export function createOidcTokens(options: OidcOptions): OidcTokens {
  const { issuerUrl: issuer, clientId: audience } = options;
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;

  function keysOfIssuer() {
    if (keys === undefined) {
      keys = readKeysUrl(issuer).then((url) =>
        createRemoteJWKSet(url, { cooldownDuration: keyPauseMs, timeoutDuration: answerTimeoutMs }),
      );
      keys.catch(() => {
        keys = undefined;
      });
    }
    return keys;
  }

  return async (token) => {
    if (!isFrom(token, issuer)) return undefined;
    try {
      const rules = { issuer, audience, algorithms: signatures, requiredClaims: ["exp"] };
      const { payload } = await jwtVerify(token, await keysOfIssuer(), rules);
      return userOf(payload, options);
    } catch (error) {
      // Like kube-apiserver: a user with an unverifiable token is unauthenticated, even if the issuer is unreachable.
      if (error instanceof errors.JOSEError || error instanceof TypeError || isTimeout(error)) return undefined;
      throw error;
    }
  };
}

async function readKeysUrl(issuer: string): Promise<URL> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(answerTimeoutMs), redirect: "error" });
  const metadata: unknown = answer.ok ? await answer.json() : undefined;
  const url = URL.parse(stringAt(metadata, "jwks_uri") ?? "");
  if (url === null || stringAt(metadata, "issuer") !== issuer)
    throw new TypeError("the issuer's metadata is not its own");
  return url;
}

function isFrom(token: string, issuer: string): boolean {
  try {
    return decodeJwt(token).iss === issuer;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function userOf(claims: JWTPayload, options: OidcOptions): User | undefined {
  const { issuerUrl, usernameClaim = "sub", usernamePrefix, groupsClaim, groupsPrefix = "" } = options;
  const username = claims[usernameClaim];
  if (typeof username !== "string" || username === "") return undefined;
  if (usernameClaim === "email" && claims.email_verified === false) return undefined;
  const prefix = usernamePrefix ?? (usernameClaim === "email" ? "-" : `${issuerUrl}#`);
  const groups = groupsClaim === undefined ? [] : textsOf(claims[groupsClaim]);
  return {
    name: `${prefix === "-" ? "" : prefix}${username}`,
    groups: [...groups.map((group) => `${groupsPrefix}${group}`), "system:authenticated"],
  };
}

/** Reads the groups claim, which is a list or a single group name. */
function textsOf(claim: unknown): readonly string[] {
  const listed = Array.isArray(claim) ? claim : [claim];
  return listed.filter((each) => typeof each === "string");
}
