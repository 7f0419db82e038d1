import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { OidcProviderStore } from "./oidc-provider-store.ts";

/** A user of the provider, who signs in with the e-mail address and any password. */
export interface ProviderPerson {
  readonly email: string;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** Additional claims for the ID token. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface TestProviderOptions {
  readonly redirectUri: string;
  readonly signedOutUri?: string;
  readonly people: readonly ProviderPerson[];
  /** Secret of the OpenID Connect client; missing for a public client. */
  readonly clientSecret?: string;
  readonly idTokenSeconds?: number;
}

/** An OpenID Connect provider on loopback for tests. It can be stopped, made to fail, and given new keys. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** OAuth grants that clients have requested, such as `refresh_token`, and whether they succeeded. */
  readonly grants: readonly { readonly type: string; readonly ok: boolean }[];
  /** Makes the provider answer all requests with this status; undefined makes it work again. */
  breakWith(status: number | undefined): void;
  /** Replaces the signing key. */
  rotateKeys(): Promise<void>;
  /** Ends all sessions and revokes all grants. */
  forget(): void;
  /** Stops listening until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = "almanac";

export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const store = new OidcProviderStore();
  const grants: { type: string; ok: boolean }[] = [];
  const sockets = new Set<Socket>();
  let broken: number | undefined;
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => {
    if (broken === undefined) answer(request, response);
    else response.writeHead(broken).end("out of order");
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${port}`;

  async function rotateKeys(): Promise<void> {
    const provider = new Provider(issuer, await configurationOf(options, store));
    for (const [event, ok] of [
      ["grant.success", true],
      ["grant.error", false],
    ] as const) {
      provider.on(event, ({ oidc }) => void grants.push({ type: oidc.params?.grant_type ?? "", ok }));
    }
    answer = provider.callback();
  }
  await rotateKeys();

  const goAway = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    issuer,
    clientId,
    grants,
    breakWith(status) {
      broken = status;
    },
    rotateKeys,
    forget: () => store.forget(),
    goAway,
    async comeBack() {
      await listen(server, port);
    },
    stop: () => (server.listening ? goAway() : Promise.resolve()),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the provider has no port"));
      else resolve(address.port);
    });
  });
}

async function configurationOf(options: TestProviderOptions, store: OidcProviderStore): Promise<object> {
  const { redirectUri, signedOutUri, clientSecret, idTokenSeconds = 3600 } = options;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: "sig", alg: "ES256" };
  return {
    adapter: store.adapter(),
    jwks: { keys: [jwk] },
    cookies: { keys: ["only for tests"] },
    clients: [
      {
        client_id: clientId,
        ...(clientSecret === undefined ? { token_endpoint_auth_method: "none" } : { client_secret: clientSecret }),
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: signedOutUri === undefined ? [] : [signedOutUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    scopes: ["openid", "email", "profile", "groups", "offline_access"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups", "name"] },
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: ["ES256", "RS256"] },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    // Refresh tokens are valid once: if one is used again, the whole grant is revoked.
    rotateRefreshToken: true,
    ttl: {
      IdToken: idTokenSeconds,
      AccessToken: 600,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
    },
    findAccount: (_context: unknown, email: string) => accountOf(options.people, email),
  };
}

function accountOf(people: readonly ProviderPerson[], email: string): object | undefined {
  const person = people.find((each) => each.email === email);
  if (person === undefined) return undefined;
  const { name = email, groups = [], more = {} } = person;
  return {
    accountId: email,
    claims: async () => ({ sub: email, email, email_verified: true, name, groups: [...groups], ...more }),
  };
}
