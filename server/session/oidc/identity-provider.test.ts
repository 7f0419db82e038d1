import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OidcConfig } from "#server/config/sign-in-config.ts";
import { createTestAuthority } from "#server/garden/testing/authority.ts";
import { createIdentityProvider } from "./identity-provider.ts";
import { createPendingLogin } from "./login.ts";

let server: Server;
let folder: string;
let config: OidcConfig;
let asked = 0;
let failures = 0;

beforeAll(async () => {
  const authority = createTestAuthority();
  folder = await mkdtemp(path.join(tmpdir(), "almanac-idp-"));
  await writeFile(path.join(folder, "ca.pem"), authority.ca);
  server = createServer(authority.issue("127.0.0.1"), (_request, response) => {
    asked += 1;
    if (asked <= failures) response.writeHead(503).end();
    else response.setHeader("content-type", "application/json").end(JSON.stringify(metadata(config.issuer)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  config = {
    issuer: `https://127.0.0.1:${port}`,
    clientId: "almanac",
    caFile: path.join(folder, "ca.pem"),
    scopes: "openid",
    automatic: false,
    redirectUri: "https://almanac.example/login/callback",
    signedOutUri: "https://almanac.example/login",
    demoClaims: { username: "email", groups: "groups" },
  };
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
});

const loginUrl = (given: OidcConfig) =>
  createIdentityProvider(given, Date.now).loginUrl(createPendingLogin("/", Date.now()));

test("S01: a provider with certificates of its own is believed by the authority that is named for it", async () => {
  expect(await loginUrl(config)).toContain(`${config.issuer}/auth?`);
});

test("S01: a provider whose certificate nobody vouches for is not asked", async () => {
  const { caFile: _, ...unknown } = config;
  await expect(loginUrl(unknown)).rejects.toMatchObject({ reason: "identity-provider-unavailable" });
});

test("S01: a provider that is just restarting is asked again, within a second each time", async () => {
  [asked, failures] = [0, 2];
  const startedAt = performance.now();
  expect(await loginUrl(config)).toContain("/auth?");
  expect(asked).toBe(3);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test("S01: metadata of another issuer is not believed", async () => {
  failures = 0;
  const other = { ...config, issuer: config.issuer.replace("127.0.0.1", "localhost") };
  await expect(loginUrl(other)).rejects.toMatchObject({ reason: "identity-provider-unavailable" });
});

test("metadata is read once for many sign-ins, and anew after an hour", async () => {
  [asked, failures] = [0, 0];
  let now = 0;
  const provider = createIdentityProvider(config, () => now);
  await Promise.all([1, 2, 3].map(() => provider.loginUrl(createPendingLogin("/", now))));
  expect(asked).toBe(1);
  now = 3_600_001;
  await provider.loginUrl(createPendingLogin("/", now));
  expect(asked).toBe(2);
});
