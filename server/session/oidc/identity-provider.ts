import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import * as client from "openid-client";
import type { OidcConfig } from "#server/config/sign-in-config.ts";
import { createFileReader } from "#server/garden/create-file-reader.ts";
import type { ProviderTokens, TokenRenewer } from "../provider-tokens.ts";
import type { PendingLogin } from "./login.ts";
import { isInvalidGrant, isProviderError, loginProblem, providerProblem } from "./provider-errors.ts";
import { providerFetch } from "./provider-fetch.ts";

/** The OpenID Connect provider that users sign in with. */
export interface IdentityProvider extends TokenRenewer {
  readonly config: OidcConfig;
  /** URL at the identity provider to which the browser is redirected for sign-in. @throws ProblemError */
  loginUrl(login: PendingLogin): Promise<string>;
  /** Exchanges the query string of the provider's redirect for tokens. @throws ProblemError */
  redeem(search: string, login: PendingLogin): Promise<ProviderTokens>;
  /** Sign-out page of the identity provider; undefined when it has none or is unreachable. */
  signOutUrl(): Promise<string | undefined>;
}

const answerTimeoutSeconds = 5;
const discoveryWaitsMs = [250, 500, 1_000] as const;
/** How long the provider's metadata is cached. */
const metadataAgeMs = 3_600_000;
/** OpenID Connect `state` of a sign-out, by which the sign-in page knows not to sign in again automatically. */
export const signedOutState = "signed-out";

export function createIdentityProvider(config: OidcConfig, now: () => number): IdentityProvider {
  const metadata = createMetadata(config, now);
  const secret = config.clientSecretFile === undefined ? undefined : createFileReader(config.clientSecretFile);

  /** Created anew for each token request, so that the provider's keys, which can change at any time, are read again. */
  async function configuration(): Promise<client.Configuration> {
    const known = await metadata.read();
    const made = new client.Configuration(known, config.clientId, {}, authenticationOf(known, await secret?.()));
    made.timeout = answerTimeoutSeconds;
    made[client.customFetch] = metadata.fetch;
    // Also verifies the id token's signature: OpenID Connect accepts direct TLS instead, but there may be a proxy.
    client.enableNonRepudiationChecks(made);
    if (config.issuer.startsWith("http:")) client.allowInsecureRequests(made);
    return made;
  }

  return {
    config,
    async loginUrl({ state, nonce, verifier }) {
      const made = await configuration().catch((error: unknown) => {
        throw providerProblem(error);
      });
      return client.buildAuthorizationUrl(made, {
        redirect_uri: config.redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href;
    },
    async redeem(search, { state, nonce, verifier }) {
      try {
        const answer = new URL(`${config.redirectUri}${search.startsWith("?") ? search : `?${search}`}`);
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        return tokensOf(await client.authorizationCodeGrant(await configuration(), answer, checks));
      } catch (error) {
        throw loginProblem(error);
      }
    },
    async refresh(refreshToken) {
      try {
        const answer = await client.refreshTokenGrant(await configuration(), refreshToken);
        // OpenID Connect Core 12.2: the provider decides whether to return an id token.
        if (answer.id_token === undefined) {
          return { kind: "without-id-token", refreshToken: answer.refresh_token ?? refreshToken };
        }
        return { kind: "refreshed", tokens: { refreshToken, ...tokensOf(answer) } };
      } catch (error) {
        return isInvalidGrant(error) ? { kind: "refused" } : { kind: "unavailable", error };
      }
    },
    async revoke(refreshToken) {
      const made = await configuration();
      if (made.serverMetadata().revocation_endpoint === undefined) return;
      await client.tokenRevocation(made, refreshToken, { token_type_hint: "refresh_token" });
    },
    async signOutUrl() {
      try {
        const made = await configuration();
        if (made.serverMetadata().end_session_endpoint === undefined) return undefined;
        // Without `id_token_hint`, because the id token is the credential for the garden and must not appear in a URL.
        return client.buildEndSessionUrl(made, { post_logout_redirect_uri: config.signedOutUri, state: signedOutState })
          .href;
      } catch (error) {
        if (isProviderError(error)) return undefined;
        throw error;
      }
    },
  };
}

/** The identity provider's metadata, read when first needed, with a few retries in case the provider is restarting. */
function createMetadata({ issuer, clientId, caFile }: OidcConfig, now: () => number) {
  const fetch = providerFetch(caFile);
  let reading: { readonly answer: Promise<client.ServerMetadata>; readonly until: number } | undefined;

  const options = {
    [client.customFetch]: fetch,
    timeout: answerTimeoutSeconds,
    execute: issuer.startsWith("http:") ? [client.allowInsecureRequests] : [],
  };

  async function discover(attempt = 0): Promise<client.ServerMetadata> {
    try {
      return (await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)).serverMetadata();
    } catch (error) {
      const waitMs = discoveryWaitsMs[attempt];
      if (waitMs === undefined || !isProviderError(error)) throw error;
      await wait(waitMs);
      return discover(attempt + 1);
    }
  }

  return {
    fetch,
    read(): Promise<client.ServerMetadata> {
      if (reading !== undefined && now() < reading.until) return reading.answer;
      const mine = { answer: discover(), until: now() + metadataAgeMs };
      reading = mine;
      mine.answer.catch(() => {
        if (reading === mine) reading = undefined;
      });
      return mine.answer;
    },
  };
}

/** OpenID Connect's default is client_secret_basic when the provider does not announce its methods. */
function authenticationOf(known: client.ServerMetadata, secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const methods = known.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

type TokenAnswer = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

function tokensOf(answer: TokenAnswer): ProviderTokens {
  const { id_token: idToken, refresh_token: refreshToken } = answer;
  if (idToken === undefined) throw new client.ClientError("the provider gave no id token");
  const name = answer.claims()?.name;
  return {
    idToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(typeof name === "string" && name !== "" ? { displayName: name } : {}),
  };
}
