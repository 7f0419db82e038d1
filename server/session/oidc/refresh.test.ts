import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { GET as getSession } from "#app/api/session/route.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { minuteMs } from "#lib/kube/time-units.ts";
import { pageRequest, problemIn } from "#server/testing/route-test-bed.ts";
import { OidcBrowser } from "#server/testing/sign-in/oidc-test-bed.ts";
import { setUpSignedInBrowser } from "#server/testing/sign-in/signed-in-browser.ts";

const here = setUpSignedInBrowser();

const refreshes = () => here.world.provider.grants.filter(({ type }) => type === "refresh_token");

async function tokenOf(cookies: string): Promise<string> {
  const reading = await here.world.app.readSession(cookies);
  if (reading.kind !== "active" && reading.kind !== "lapsed") throw new Error(`the session is ${reading.kind}`);
  return reading.session.token;
}

describe("S06: refresh", () => {
  test("the page is told when to renew, with two minutes to spare", async () => {
    const session = sessionSchema.parse(await (await here.browser.session()).json());
    expect(session.renewAfterSeconds).toBeGreaterThan(3400);
    expect(session.renewAfterSeconds).toBeLessThanOrEqual(3480);
    expect(Date.parse(session.endsAt) - Date.parse(session.signedInAt)).toBe(12 * 60 * minuteMs);
    expect(Date.parse(session.expiresAt)).toBe((decodeJwt(await tokenOf(here.browser.header)).exp ?? 0) * 1000);
  });

  test("before it is due nothing is asked of the provider", async () => {
    expect(await here.browser.refreshed()).toEqual({ state: "kept", unavailable: false });
    expect(refreshes()).toEqual([]);
  });

  test("twenty calls at once are one refresh, and all get the same new session", async () => {
    const before = await tokenOf(here.browser.header);
    here.world.shift(58.5 * minuteMs);
    const answers = await Promise.all(Array.from({ length: 20 }, () => here.browser.refresh()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(refreshes()).toEqual([{ type: "refresh_token", ok: true }]);
    const tokens = new Set<string>();
    for (const answer of answers) {
      const own = new OidcBrowser();
      own.take(answer);
      tokens.add(await tokenOf(own.header));
    }
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(before);
  });

  test("a provider that takes each refresh token once does not lock a tab out that comes with the cookie of before", async () => {
    const late = new OidcBrowser();
    for (const [name, value] of here.browser.cookies) late.cookies.set(name, value);
    here.world.shift(58.5 * minuteMs);
    expect((await here.browser.refreshed()).state).toBe("renewed");
    here.world.shift(10_000);
    expect((await late.refreshed()).state).toBe("renewed");
    expect(refreshes()).toHaveLength(1);
    expect(await tokenOf(late.header)).toBe(await tokenOf(here.browser.header));
    // The session continues, and the next refresh uses the newer refresh token.
    here.world.shift(60 * minuteMs);
    expect((await late.refreshed()).state).toBe("renewed");
    expect(refreshes().map(({ ok }) => ok)).toEqual([true, true]);
  });

  test("another replica that is late with the old cookie is told to read it again, and logs nobody out", async () => {
    const late = new OidcBrowser();
    for (const [name, value] of here.browser.cookies) late.cookies.set(name, value);
    here.world.shift(58.5 * minuteMs);
    const fresh = here.browser.take(await here.browser.refresh());
    // Clears the memory of this process, which another replica would not have.
    here.world.shift(2 * minuteMs);
    const answer = await late.refresh();
    expect(await answer.clone().json()).toEqual({ state: "superseded" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    late.take(fresh);
    expect((await late.refreshed({ again: true })).state).toBe("kept");
    expect((await late.session()).status).toBe(200);
  });

  test("a refresh token that is refused twice ends the session, with the reason", async () => {
    const stolen = new OidcBrowser();
    for (const [name, value] of here.browser.cookies) stolen.cookies.set(name, value);
    here.world.shift(58.5 * minuteMs);
    await here.browser.refreshed();
    here.world.shift(2 * minuteMs);
    expect((await stolen.refreshed()).state).toBe("superseded");
    expect((await stolen.refreshed({ again: true })).state).toBe("ended");
    expect(stolen.sessionCookies).toEqual([]);
    expect((await stolen.session()).status).toBe(401);
    expect(here.world.log.join()).toContain("the identity provider ended a session");
  });

  test("a provider that fails keeps the old session until its token ends, and is asked again", async () => {
    here.world.shift(58.5 * minuteMs);
    here.world.provider.breakWith(500);
    expect(await here.browser.refreshed()).toEqual({ state: "kept", unavailable: true });
    expect((await here.browser.session()).status).toBe(200);
    here.world.shift(2 * minuteMs);
    const lapsed = await here.browser.session();
    expect(await problemIn(lapsed)).toMatchObject({ reason: "session-expired" });
    expect(lapsed.headers.getSetCookie(), "what may still be renewed is not taken away").toEqual([]);
    expect(await here.browser.refreshed()).toEqual({ state: "kept", unavailable: true });
    here.world.provider.breakWith(undefined);
    expect((await here.browser.refreshed()).state).toBe("renewed");
    expect((await here.browser.session()).status).toBe(200);
  });

  test("a provider that is away is the same", async () => {
    here.world.shift(58.5 * minuteMs);
    await here.world.provider.goAway();
    expect(await here.browser.refreshed()).toEqual({ state: "kept", unavailable: true });
    await here.world.provider.comeBack();
    expect((await here.browser.refreshed()).state).toBe("renewed");
  });

  test("a provider that changed its keys is believed at the next refresh", async () => {
    await here.world.provider.rotateKeys();
    here.world.shift(58.5 * minuteMs);
    expect((await here.browser.refreshed()).state).toBe("renewed");
  });

  test("a session that slept through the end of its token wakes up", async () => {
    here.world.shift(3 * 60 * minuteMs);
    expect((await here.browser.session()).status).toBe(401);
    expect((await here.browser.refreshed()).state).toBe("renewed");
  });

  test("a token that the garden refuses early is renewed, but not again and again", async () => {
    here.world.shift(minuteMs);
    expect((await here.browser.refreshed({ refused: true })).state).toBe("renewed");
    expect(await here.browser.refreshed({ refused: true })).toEqual({ state: "kept", unavailable: false });
    expect(refreshes()).toHaveLength(1);
  });

  test("a refresh never turns one person's session into another's", async () => {
    const reading = await here.world.app.readSession(here.browser.header);
    if (reading.kind !== "active") throw new Error(reading.kind);
    const other = new OidcBrowser();
    await other.signIn("/", "bob@harborline.example");
    const bob = await here.world.app.readSession(other.header);
    if (bob.kind !== "active" || bob.session.renewal === undefined) throw new Error(bob.kind);
    const mixed = { ...reading.session, renewal: bob.session.renewal };
    here.world.shift(58.5 * minuteMs);
    expect(await here.world.app.renewals.renew(mixed, false)).toEqual({ kind: "refused" });
  });

  test("ends at the maximum age, however often it was renewed", async () => {
    await here.again({ idTokenSeconds: 3600, env: { SESSION_MAX_AGE: "90m" } });
    await here.browser.signIn();
    here.world.shift(59 * minuteMs);
    expect((await here.browser.refreshed()).state).toBe("renewed");
    const session = sessionSchema.parse(await (await here.browser.session()).json());
    expect(session.expiresAt).toBe(session.endsAt);
    expect(session.renewAfterSeconds).toBeUndefined();
    here.world.shift(32 * minuteMs);
    const over = await here.browser.refresh();
    expect(await problemIn(over)).toMatchObject({ status: 401, reason: "session-expired" });
    expect(over.headers.getSetCookie().every((cookie) => cookie.includes("Max-Age=0"))).toBe(true);
  });

  test("the refresh token is nowhere but in the encrypted cookie", async () => {
    const reading = await here.world.app.readSession(here.browser.header);
    const secret = reading.kind === "active" ? (reading.session.renewal?.refreshToken ?? "none") : "none";
    const session = await getSession(pageRequest("/api/session", { cookie: here.browser.header }));
    expect(`${here.browser.header} ${await session.text()} ${here.world.log.join()}`).not.toContain(secret);
    expect(secret).not.toBe("none");
  });
});

describe("signing out", () => {
  test("takes the cookies, ends the refresh token, and says where the provider's own session ends", async () => {
    const kept = new OidcBrowser();
    for (const [name, value] of here.browser.cookies) kept.cookies.set(name, value);
    const response = await here.browser.signOut();
    const { providerUrl } = await response.json();
    const url = new URL(providerUrl);
    expect(url.origin).toBe(here.world.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "almanac",
      post_logout_redirect_uri: "http://127.0.0.1:3000/login",
      state: "signed-out",
    });
    expect(here.browser.sessionCookies).toEqual([]);
    here.world.shift(58.5 * minuteMs);
    expect((await kept.refreshed()).state).toBe("superseded");
    expect((await kept.refreshed({ again: true })).state).toBe("ended");
  });

  test("succeeds also when the provider is away", async () => {
    await here.world.provider.goAway();
    const response = await here.browser.signOut();
    expect(response.status).toBeLessThan(300);
    expect(here.browser.sessionCookies).toEqual([]);
  });
});

test("a confidential client proves itself with the secret of its file", async () => {
  const folder = await mkdtemp(`${tmpdir()}/almanac-oidc-`);
  await writeFile(`${folder}/secret`, "a secret of the client\n");
  await here.again({
    clientSecret: "a secret of the client",
    env: { OIDC_CLIENT_SECRET_FILE: `${folder}/secret` },
  });
  expect(await here.browser.signIn("/clusters")).toBe("/clusters");
  await rm(folder, { recursive: true });
});
