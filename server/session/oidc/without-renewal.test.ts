import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getSignIn } from "#app/api/sign-in/route.ts";
import { signInOptionsSchema } from "#lib/contract/session.ts";
import { ask, gardenOver, type RouteWorld, routeWorld } from "#server/testing/route-world.ts";
import { type CrookedProvider, startCrookedProvider } from "#server/testing/sign-in/crooked-provider.ts";
import { believingGarden, OidcBrowser, publicOrigin } from "#server/testing/sign-in/oidc-world.ts";

let provider: CrookedProvider;
let world: RouteWorld;
beforeAll(async () => {
  provider = await startCrookedProvider();
  world = await routeWorld({
    found: gardenOver(believingGarden()),
    env: { PUBLIC_ORIGIN: publicOrigin, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId },
  });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});

async function options() {
  return signInOptionsSchema.parse(await (await getSignIn(ask("/api/sign-in"))).json());
}

test("a provider whose refreshes bring no id token: the session ends with its token, and the sign-in page says why", async () => {
  expect((await options()).oidc?.renews).toBe(true);
  const browser = new OidcBrowser();
  const { state = "", nonce = "" } = Object.fromEntries(new URL(await browser.begin("/clusters")).searchParams);
  const now = Math.floor(Date.now() / 1000);
  provider.forge(nonce, { claims: { iat: now - 3_000, exp: now + 60 } });
  browser.take(await browser.callback(`?code=c&state=${state}`));
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
