import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getSignIn } from "#app/api/sign-in/route.ts";
import { signInOptionsSchema } from "#lib/contract/session.ts";
import {
  createTransportGarden,
  pageRequest,
  problemIn,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import { type Forgery, type ForgingProvider, startForgingProvider } from "#server/testing/sign-in/forging-provider.ts";
import { createTrustingGarden, OidcBrowser, publicOrigin } from "#server/testing/sign-in/oidc-test-bed.ts";

let provider: ForgingProvider;
let world: RouteTestBed;
beforeAll(async () => {
  provider = await startForgingProvider();
  world = await startRouteTestBed({
    found: createTransportGarden(createTrustingGarden()),
    env: { PUBLIC_ORIGIN: publicOrigin, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId },
  });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});

async function callbackWith(forgery: Forgery): Promise<{ readonly response: Response; readonly browser: OidcBrowser }> {
  const browser = new OidcBrowser();
  const { state = "", nonce = "" } = Object.fromEntries(new URL(await browser.begin("/clusters")).searchParams);
  provider.forge(nonce, forgery);
  return { response: browser.take(await browser.callback(`?code=c&state=${state}`)), browser };
}

test("S01: an honest token from there is taken", async () => {
  const { response, browser } = await callbackWith({});
  expect(await response.json()).toEqual({ next: "/clusters" });
  expect(browser.sessionCookies).toHaveLength(1);
});

const now = Math.floor(Date.now() / 1000);

test.each<[string, Forgery]>([
  ["another nonce", { claims: { nonce: "n".repeat(43) } }],
  ["no nonce", { claims: { nonce: undefined } }],
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["no issuer", { claims: { iss: undefined } }],
  ["another audience", { claims: { aud: "somebody-else" } }],
  ["several audiences and none of them responsible", { claims: { aud: ["almanac", "x"], azp: "x" } }],
  ["an end that has passed", { claims: { exp: now - 3600 } }],
  ["no end", { claims: { exp: undefined } }],
  ["a beginning to come", { claims: { nbf: now + 3600 } }],
  ["no subject", { claims: { sub: undefined } }],
  ["alg none", { signing: "none" }],
  ["the signature of another key", { signing: "other-key" }],
  ["a broken signature", { signing: "broken" }],
])("S01: an id token with %s is refused, with no session", async (_name, forgery) => {
  const { response, browser } = await callbackWith(forgery);
  const problem = await problemIn(response);
  expect(problem).toMatchObject({ status: 401, reason: "not-signed-in" });
  expect(problem.detail).toContain("does not prove who you are");
  expect(browser.sessionCookies).toEqual([]);
});

test("S04: an id token of 20 KB is refused in words, and the browser is left without a session", async () => {
  // Repeated content would be within the limit after compression.
  const groups = Array.from({ length: 550 }, () => randomUUID());
  const { response, browser } = await callbackWith({ claims: { groups } });
  const problem = await problemIn(response);
  expect(problem).toMatchObject({ status: 413, reason: "too-large" });
  expect(problem.detail).toContain("too long for a session cookie");
  expect(browser.sessionCookies).toEqual([]);
});

async function options() {
  return signInOptionsSchema.parse(await (await getSignIn(pageRequest("/api/sign-in"))).json());
}

test("a provider whose refreshes bring no id token: the session ends with its token, and the sign-in page says why", async () => {
  expect((await options()).oidc?.renews).toBe(true);
  const { browser } = await callbackWith({ claims: { iat: now - 3_000, exp: now + 60 } });
  const answer = await browser.refreshed();
  if (answer.state !== "renewed") throw new Error(`the answer is ${answer.state}`);
  expect(answer.session.renewAfterSeconds).toBeUndefined();
  expect(answer.session.endsAt).toBe(answer.session.expiresAt);
  expect(await browser.refreshed()).toEqual({ state: "kept", unavailable: false });
  expect((await options()).oidc?.renews).toBe(false);
  const lines = world.log.filter((line) => line.includes("no id token"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("stack");
});
