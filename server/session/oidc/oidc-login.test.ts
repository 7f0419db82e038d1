import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionSchema } from "#lib/contract/session.ts";
import { problemIn } from "#server/testing/route-test-bed.ts";
import {
  OidcBrowser,
  type OidcTestBed,
  publicOrigin,
  redirectUri,
  startOidcTestBed,
} from "#server/testing/sign-in/oidc-test-bed.ts";

let world: OidcTestBed;
beforeAll(async () => {
  world = await startOidcTestBed();
});
afterAll(() => world.stop());

/** Checks that a sign-in is refused: status 4xx, no session, and no code or token in the log. */
async function expectRefused(response: Response, browser: OidcBrowser, detail: RegExp): Promise<void> {
  browser.take(response);
  const problem = await problemIn(response);
  expect(problem.status).toBe(401);
  expect(problem.detail).toMatch(detail);
  expect(browser.sessionCookies).toEqual([]);
}

describe("S01: signing in by OpenID Connect", () => {
  test("goes to the provider with PKCE, state, nonce and exactly the configured redirect, and comes back signed in", async () => {
    const browser = new OidcBrowser();
    const url = new URL(await browser.begin("/clusters?q=a#b"));
    expect(url.origin).toBe(world.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "almanac",
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid email groups offline_access",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const response = browser.take(await browser.callback(await browser.comeBack(url.href)));
    expect(await response.json()).toEqual({ next: "/clusters?q=a#b" });
    expect([...browser.cookies.keys()]).toEqual(["almanac-3000"]);
    const session = sessionSchema.parse(await (await browser.session()).json());
    expect(session).toMatchObject({
      user: { name: "ada@harborline.example", displayName: "Ada", groups: ["team"] },
      method: "oidc",
    });
  });

  test("the id token is what the garden is asked with", async () => {
    world.transport.requests.length = 0;
    await new OidcBrowser().signIn();
    const tokens = world.transport.requests.map(({ headers }) => headers.authorization ?? "");
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(token).toMatch(/^Bearer ey[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("neither verifier nor nonce nor any token can be read in a cookie, an answer or the log", async () => {
    const browser = new OidcBrowser();
    const url = new URL(await browser.begin());
    const nonce = url.searchParams.get("nonce") ?? "none";
    expect(browser.header).not.toContain(nonce);
    const search = await browser.comeBack(url.href);
    const answer = browser.take(await browser.callback(search));
    const token = (world.transport.requests.at(-1)?.headers.authorization ?? "").replace("Bearer ", "");
    const code = new URLSearchParams(search).get("code") ?? "none";
    const seen = `${browser.header} ${await answer.text()} ${world.log.join("\n")}`;
    for (const secret of [token, code, nonce]) expect(seen).not.toContain(secret);
  });

  test("the cookie of a sign-in under way is encrypted, for five minutes, and for scripts and other sites unreadable", async () => {
    const [cookie = ""] = (await new OidcBrowser().login()).headers.getSetCookie();
    expect(cookie).toMatch(
      /^almanac-3000-login-[0-9a-f]{16}=ey[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/,
    );
  });

  test("two tabs that sign in at once do not lose each other's sign-in", async () => {
    const browser = new OidcBrowser();
    const [first, second] = [await browser.begin("/one"), await browser.begin("/two")];
    expect(browser.cookies.size).toBe(2);
    const [back, other] = [await browser.comeBack(first), await browser.comeBack(second)];
    expect(await browser.take(await browser.callback(other)).json()).toEqual({ next: "/two" });
    expect(await browser.take(await browser.callback(back)).json()).toEqual({ next: "/one" });
  });

  test("sign-ins that are begun and never ended do not fill the browser's cookies", async () => {
    const browser = new OidcBrowser();
    for (let count = 0; count < 9; count += 1) await browser.begin();
    expect(browser.cookies.size).toBe(4);
  });

  test("a wrong state is refused", async () => {
    const browser = new OidcBrowser();
    const search = new URLSearchParams(await browser.comeBack(await browser.begin()));
    search.set("state", "A".repeat(43));
    await expectRefused(await browser.callback(`?${search}`), browser, /begun in another browser/);
  });

  test("a doubled, missing or empty state is refused", async () => {
    const browser = new OidcBrowser();
    const search = await browser.comeBack(await browser.begin());
    const state = new URLSearchParams(search).get("state") ?? "";
    for (const spoiled of [`${search}&state=${state}`, search.replace(/state=[^&]*/, ""), "?state=", "", "?code=x"]) {
      await expectRefused(await browser.callback(spoiled), browser, /begun in another browser/);
    }
  });

  test("another browser cannot finish a sign-in, so nobody can be signed in as somebody else", async () => {
    const attacker = new OidcBrowser();
    const search = await attacker.comeBack(await attacker.begin());
    const victim = new OidcBrowser();
    await victim.begin();
    await expectRefused(await victim.callback(search), victim, /begun in another browser/);
  });

  test("a replayed code is refused", async () => {
    const browser = new OidcBrowser();
    const search = await browser.comeBack(await browser.begin());
    const kept = new Map(browser.cookies);
    browser.take(await browser.callback(search));
    expect(browser.sessionCookies).toHaveLength(1);
    await browser.signOut();
    await expectRefused(await browser.callback(search), browser, /was finished already/);
    // The provider accepts an authorization code once only, even if the sign-in cookie still exists.
    for (const [name, value] of kept) browser.cookies.set(name, value);
    await expectRefused(await browser.callback(search), browser, /was used already/);
  });

  test("a code that was stolen from another sign-in fails for want of its verifier", async () => {
    const [victim, thief] = [new OidcBrowser(), new OidcBrowser()];
    const code = new URLSearchParams(await victim.comeBack(await victim.begin())).get("code") ?? "";
    const search = new URLSearchParams(await thief.comeBack(await thief.begin()));
    search.set("code", code);
    await expectRefused(await thief.callback(`?${search}`), thief, /was used already|does not prove/);
  });

  test("an answer of another issuer is refused", async () => {
    const browser = new OidcBrowser();
    const search = new URLSearchParams(await browser.comeBack(await browser.begin()));
    search.set("iss", "https://evil.example");
    await expectRefused(await browser.callback(`?${search}`), browser, /does not prove/);
  });

  test("a sign-in that takes longer than five minutes is refused", async () => {
    const browser = new OidcBrowser();
    const search = await browser.comeBack(await browser.begin());
    world.shift(5 * 60_000 + 1);
    await expectRefused(await browser.callback(search), browser, /longer than five minutes/);
    world.shift(-5 * 60_000 - 1);
  });

  test("who cancels at the provider is told so", async () => {
    const browser = new OidcBrowser();
    const state = new URL(await browser.begin()).searchParams.get("state") ?? "";
    const refused = `?error=access_denied&error_description=%3Cscript%3E&state=${state}&iss=${encodeURIComponent(world.provider.issuer)}`;
    await expectRefused(await browser.callback(refused), browser, /you cancelled/);
  });

  test("whom the garden does not take is not signed in", async () => {
    const strange = await startOidcTestBed({ people: [{ email: "ada@harborline.example" }] });
    try {
      const browser = new OidcBrowser();
      const search = await browser.comeBack(await browser.begin());
      strange.distrust();
      await expectRefused(await browser.callback(search), browser, /does not accept this token/);
    } finally {
      await strange.stop();
    }
  });

  test("a provider that changed its keys since the last sign-in is still believed", async () => {
    await new OidcBrowser().signIn();
    await world.provider.rotateKeys();
    const browser = new OidcBrowser();
    expect(await browser.signIn("/clusters")).toBe("/clusters");
  });

  test("a provider that is away or broken is said to be, with nobody signed in", async () => {
    const browser = new OidcBrowser();
    const search = await browser.comeBack(await browser.begin());
    world.provider.breakWith(500);
    const response = browser.take(await browser.callback(search));
    expect(await problemIn(response)).toMatchObject({ status: 503, reason: "identity-provider-unavailable" });
    world.provider.breakWith(undefined);
    expect((await browser.callback(search)).status, "the same answer works once it is back").toBe(200);

    const fresh = await startOidcTestBed();
    try {
      await fresh.provider.goAway();
      const away = await new OidcBrowser().login();
      expect(away.headers.getSetCookie()).toEqual([]);
      expect(await problemIn(away)).toMatchObject({ status: 503, reason: "identity-provider-unavailable" });
      await fresh.provider.comeBack();
      expect(await new OidcBrowser().signIn("/clusters")).toBe("/clusters");
    } finally {
      await fresh.stop();
    }
  });

  test.each([
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\\/evil.example",
    "\\/evil.example",
    "/%09/evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    "/\n/evil.example",
    "/%0a/evil.example",
    "/%0d%0aLocation:%20https://evil.example",
    "/\r\nSet-Cookie: a=b",
    "https:evil.example",
    "https:/evil.example",
    "https://evil.example",
    "https:///evil.example",
    "http://evil.example",
    "HTTPS://EVIL.EXAMPLE",
    "//evil.example@127.0.0.1:3000/",
    "/x@evil.example",
    "@evil.example",
    "evil.example",
    ".evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "/..//evil.example",
    "/./..//evil.example",
    "/a/..//evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/%2e%2e//evil.example",
    "/\u0000/evil.example",
    "/\u2028//evil.example",
    "\u3002evil.example",
    "/／evil.example",
    "/login?next=//evil.example",
    "/login/callback?code=x",
    "/api/session",
    "?next=//evil.example",
    "#//evil.example",
    "",
    " ",
  ])("%j leads home", async (next) => {
    const browser = new OidcBrowser();
    const { state } = Object.fromEntries(new URL(await browser.begin(next)).searchParams);
    const login = await world.loginOf(state ?? "", browser.header);
    expect(login?.next).toBe("/");
  });
});

test("S01: the redirect is the configured one whatever host the request names", async () => {
  const url = new URL(await new OidcBrowser().begin());
  expect(url.searchParams.get("redirect_uri")).toBe(`${publicOrigin}/login/callback`);
});
