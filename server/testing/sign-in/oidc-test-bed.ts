import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { POST as postCallback } from "#app/api/oidc/callback/route.ts";
import { POST as postLogin } from "#app/api/oidc/login/route.ts";
import { POST as postRefresh } from "#app/api/session/refresh/route.ts";
import { DELETE as deleteSession, GET as getSession } from "#app/api/session/route.ts";
import { startTestProvider, type TestProvider, type TestProviderOptions } from "#garden/testing/identity-provider.ts";
import { OidcSignInVisitor } from "#garden/testing/oidc-sign-in-visitor.ts";
import {
  oidcCallbackResponseSchema,
  oidcLoginResponseSchema,
  type SessionRefreshResponse,
  sessionRefreshResponseSchema,
} from "#lib/contract/session.ts";
import { type PendingLogin, readPendingLogin } from "#server/session/oidc/login.ts";
import { type RecordingTransport, recordingTransport } from "../recording-transport.ts";
import { createTransportGarden, pageRequest, type RouteTestBed, startRouteTestBed } from "../route-test-bed.ts";
import { BrowserJar } from "./browser-jar.ts";

export const publicOrigin = "http://127.0.0.1:3000";
export const redirectUri = `${publicOrigin}/login/callback`;

export interface OidcTestBed extends RouteTestBed {
  readonly provider: TestProvider;
  readonly transport: RecordingTransport;
  /** Moves the wall clock of Almanac, the identity provider and the libraries that both use. */
  shift(ms: number): void;
  /** Makes the garden refuse all tokens from now on. */
  distrust(): void;
  /** Decrypts the sign-in in progress from the browser's cookies. */
  loginOf(state: string, cookies: string): Promise<PendingLogin | undefined>;
}

export interface OidcTestBedOptions extends Partial<TestProviderOptions> {
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts an Almanac with a real identity provider, and a garden that accepts every token. */
export async function startOidcTestBed({ env, ...options }: OidcTestBedOptions = {}): Promise<OidcTestBed> {
  const people = [{ email: "ada@harborline.example", name: "Ada" }, { email: "bob@harborline.example" }];
  const provider = await startTestProvider({ redirectUri, signedOutUri: `${publicOrigin}/login`, people, ...options });
  let trusting = true;
  const transport = createTrustingGarden(() => trusting);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const world = await startRouteTestBed({
    found: createTransportGarden(transport),
    env: { PUBLIC_ORIGIN: publicOrigin, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, ...env },
  });
  return {
    ...world,
    provider,
    transport,
    shift: (ms) => void vi.setSystemTime(Date.now() + ms),
    distrust() {
      trusting = false;
    },
    loginOf: (state, cookies) =>
      readPendingLogin(state, cookies, { jar: world.app.jar, keys: world.app.sessions.keys, now: world.app.now() }),
    async stop() {
      await world.stop();
      await provider.stop();
      vi.useRealTimers();
    },
  };
}

/** A garden that accepts every token as the user named in it, and grants no permissions. */
export function createTrustingGarden(isTrusting: () => boolean = () => true): RecordingTransport {
  return recordingTransport(({ path, headers }) => {
    if (!isTrusting()) return undefined;
    if (path.includes("selfsubjectaccessreviews")) {
      const kind = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", metadata: {} };
      return { status: 201, body: { ...kind, status: { allowed: false } } };
    }
    if (!path.includes("selfsubjectreviews")) return undefined;
    const userInfo = { username: emailIn(headers.authorization), groups: ["team"] };
    const kind = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview", metadata: {} };
    return { status: 201, body: { ...kind, status: { userInfo } } };
  });
}

function emailIn(authorization = ""): string {
  const claims: { readonly email?: string; readonly sub?: string } = JSON.parse(
    Buffer.from(authorization.split(".")[1] ?? "", "base64url").toString("utf8") || "{}",
  );
  return claims.email ?? claims.sub ?? "nobody";
}

/** A browser that signs in with OpenID Connect. */
export class OidcBrowser extends BrowserJar {
  readonly #visitor = new OidcSignInVisitor();
  /** A client address of its own, because sign-ins are limited per address. */
  readonly #address = randomUUID();

  post(route: (request: Request) => Promise<Response>, body: object): Promise<Response> {
    const headers = { "x-almanac-peer": this.#address };
    return route(pageRequest("/api", { method: "POST", cookie: this.header, headers, body: JSON.stringify(body) }));
  }

  login(next?: string): Promise<Response> {
    return this.post(postLogin, next === undefined ? {} : { next });
  }

  callback(search: string): Promise<Response> {
    return this.post(postCallback, { search });
  }

  /** Begins a sign-in; returns the URL at the identity provider. */
  async begin(next?: string): Promise<string> {
    const response = this.take(await this.login(next));
    if (!response.ok) throw new Error(`the sign-in did not begin: ${await response.text()}`);
    return oidcLoginResponseSchema.parse(await response.json()).url;
  }

  /** Submits the forms of the identity provider; returns the query string with which it redirects back. */
  comeBack(url: string, email = "ada@harborline.example"): Promise<string> {
    return this.#visitor.signIn(url, email, redirectUri);
  }

  /** Signs in completely; returns the path to which the browser is redirected. */
  async signIn(next?: string, email?: string): Promise<string> {
    const response = this.take(await this.callback(await this.comeBack(await this.begin(next), email)));
    if (!response.ok) throw new Error(`the sign-in did not end well: ${await response.text()}`);
    return oidcCallbackResponseSchema.parse(await response.json()).next;
  }

  refresh(body: object = {}): Promise<Response> {
    return this.post(postRefresh, body);
  }

  async refreshed(body: object = {}): Promise<SessionRefreshResponse> {
    return sessionRefreshResponseSchema.parse(await this.take(await this.refresh(body)).json());
  }

  session(): Promise<Response> {
    return getSession(pageRequest("/api/session", { cookie: this.header }));
  }

  async signOut(): Promise<Response> {
    return this.take(await deleteSession(pageRequest("/api/session", { method: "DELETE", cookie: this.header })));
  }
}
