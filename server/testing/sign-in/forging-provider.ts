import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

/** Claims and signature of the next id token that the identity provider issues. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signing?: "none" | "other-key" | "broken";
}

/** An identity provider that can issue any token, including invalid ones. */
export interface ForgingProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** Sets parts of the next id token; all others are valid. `nonce` is that of the sign-in. */
  forge(nonce: string, forgery: Forgery): void;
  stop(): Promise<void>;
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const [right, wrong] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
  const jwk = { ...(await exportJWK(right.publicKey)), alg: "ES256", use: "sig", kid: "k" };
  let issuer = "";
  let next: { readonly nonce: string; readonly forgery: Forgery } = { nonce: "", forgery: {} };

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: "almanac", sub: "ada", iat: now, exp: now + 600, nonce: next.nonce };
    const claims = { ...usual, ...next.forgery.claims };
    if (next.forgery.signing === "none") return new UnsecuredJWT(claims).encode();
    const key = next.forgery.signing === "other-key" ? wrong.privateKey : right.privateKey;
    const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k" }).sign(key);
    return next.forgery.signing === "broken" ? `${token.slice(0, -4)}AAAA` : token;
  }

  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    const answers: Readonly<Record<string, () => object | Promise<object>>> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        // Announces even unsigned tokens.
        id_token_signing_alg_values_supported: ["ES256", "none"],
      }),
      "/keys": () => ({ keys: [jwk] }),
      "/token": async () => {
        const isRefresh = (await text(request)).includes("grant_type=refresh_token");
        return {
          access_token: "a",
          token_type: "Bearer",
          refresh_token: "r",
          // OpenID Connect makes the id token optional on a refresh.
          ...(!isRefresh && { id_token: await idToken() }),
        };
      },
    };
    response.end(JSON.stringify((await answers[request.url ?? ""]?.()) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    clientId: "almanac",
    forge(nonce, forgery) {
      next = { nonce, forgery };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
