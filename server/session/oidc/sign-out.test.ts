import { describe, expect, test, vi } from "vitest";
import { minuteMs } from "#lib/kube/time-units.ts";
import { setTestApplication } from "#server/app/almanac.ts";
import { OidcBrowser } from "#server/testing/sign-in/oidc-test-bed.ts";
import { setUpSignedInBrowser } from "#server/testing/sign-in/signed-in-browser.ts";
import { createRenewals } from "../renewals.ts";
import type { IdentityProvider } from "./identity-provider.ts";

const here = setUpSignedInBrowser();

/** Simulates another tab: a request with the current cookies. */
function tabOf({ cookies }: OidcBrowser): OidcBrowser {
  const tab = new OidcBrowser();
  for (const [name, value] of cookies) tab.cookies.set(name, value);
  return tab;
}

function provider(): IdentityProvider {
  const { identityProvider } = here.world.app;
  if (identityProvider === undefined) throw new Error("there is no provider");
  return identityProvider;
}

/** Changes how the application connects to the identity provider. */
function install(changed: Partial<IdentityProvider>): void {
  const identityProvider = { ...provider(), ...changed };
  const { now, log } = here.world.app;
  setTestApplication({ ...here.world.app, identityProvider, renewals: createRenewals(identityProvider, { now, log }) });
}

describe("signing out while another tab renews", () => {
  test("stays signed out: the late answer brings no cookies, and its refresh token is revoked", async () => {
    const real = provider();
    const atProvider = Promise.withResolvers<string | undefined>();
    const goOn = Promise.withResolvers<void>();
    const revoked: string[] = [];
    install({
      async refresh(refreshToken) {
        const answer = await real.refresh(refreshToken);
        atProvider.resolve(answer.kind === "refreshed" ? answer.tokens.refreshToken : undefined);
        await goOn.promise;
        return answer;
      },
      revoke(refreshToken) {
        revoked.push(refreshToken);
        return real.revoke(refreshToken);
      },
    });
    here.world.shift(58.5 * minuteMs);
    const other = tabOf(here.browser);
    const late = other.refresh();
    const newToken = await atProvider.promise;
    await here.browser.signOut();
    expect(here.browser.sessionCookies).toEqual([]);
    goOn.resolve();
    const answer = await late;
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toEqual({ state: "superseded" });
    expect(revoked).toHaveLength(2);
    expect(revoked[1]).toBe(newToken);
    expect((await other.refreshed({ again: true })).state).toBe("ended");
    expect(other.sessionCookies).toEqual([]);
    expect(here.world.log.join(), "the person did").not.toContain("the identity provider ended a session");
  });

  test("holds also when the end comes after the provider's answer, before the cookies", async () => {
    const { renewals } = here.world.app;
    setTestApplication({
      ...here.world.app,
      renewals: {
        ...renewals,
        async renew(session, refused) {
          const outcome = await renewals.renew(session, refused);
          await renewals.end(session);
          return outcome;
        },
      },
    });
    here.world.shift(58.5 * minuteMs);
    const answer = await here.browser.refresh();
    expect(await answer.json()).toEqual({ state: "superseded" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(here.world.log.filter((line) => line.includes('"audit":"session-refresh"')).join()).toContain("refused");
  });

  test("a renewal that was remembered for late tabs is good for nobody any more", async () => {
    const late = tabOf(here.browser);
    here.world.shift(58.5 * minuteMs);
    expect((await here.browser.refreshed()).state).toBe("renewed");
    await here.browser.signOut();
    expect((await late.refreshed()).state).toBe("superseded");
    expect((await late.refreshed({ again: true })).state).toBe("ended");
  });

  test("does not hinder signing in anew", async () => {
    await here.browser.signOut();
    await here.browser.signIn();
    here.world.shift(58.5 * minuteMs);
    expect((await here.browser.refreshed()).state).toBe("renewed");
  });
});

test("signing out waits two seconds for a provider that does not answer, and no longer", async () => {
  const asked = Promise.withResolvers<void>();
  install({
    revoke: () => new Promise<void>(() => undefined),
    signOutUrl() {
      asked.resolve();
      return new Promise<undefined>(() => undefined);
    },
  });
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() });
  let answered = false;
  const leaving = here.browser.signOut().finally(() => {
    answered = true;
  });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(1_900);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect((await leaving).status).toBe(204);
  expect(here.browser.sessionCookies).toEqual([]);
});
