import { describe, expect, test, vi } from "vitest";
import { POST as postSession } from "#app/api/session/route.ts";
import { sessionSchema } from "#lib/contract/session.ts";
import { serviceAccounts } from "#lib/kube/resource.ts";
import { Browser } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { connectEmbeddedGarden, tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { cookieHeaderFrom, pageRequest, problemIn, startRouteTestBed } from "#server/testing/route-test-bed.ts";

const demo = startDemoTestBed();

const signIn = (token: string) =>
  postSession(pageRequest("/api/session", { method: "POST", body: JSON.stringify({ method: "token", token }) }));

/** A ServiceAccount token that the garden issues for the given duration. */
async function issued(expirationSeconds: number): Promise<string> {
  const operator = demo.app.withToken(tokenOfDemoUser(demo.embedded, "operator"));
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot", namespace: "garden-shop" } };
  await operator.create({ resource: serviceAccounts, namespace: "garden-shop" }, account).catch(() => undefined);
  const answer = await operator.create<{ readonly status: { readonly token: string } }>(
    { resource: serviceAccounts, namespace: "garden-shop", name: "robot", subresource: "token" },
    { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds } },
  );
  return answer.body.status.token;
}

function expiryOf(token: string): number {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")).exp * 1000;
}

describe("S02: a pasted token", () => {
  test("gives a session that ends when the token does", async () => {
    const token = await issued(900);
    const response = await signIn(token);
    const session = sessionSchema.parse(await response.json());
    expect(session.user.name).toBe("system:serviceaccount:garden-shop:robot");
    expect(Date.parse(session.expiresAt)).toBe(expiryOf(token));
    expect(session.endsAt).toBe(session.expiresAt);
  });

  test.each<[string, () => Promise<string> | string, number]>([
    ["that has ended", async () => spoiled(await issued(900), { exp: 1_000 }), 401],
    ["with a forged signature", async () => `${(await issued(900)).slice(0, -6)}AAAAAA`, 401],
    ["of 20 KB", () => "a".repeat(20_000), 413],
    ["of 1 MB", () => "a".repeat(1_000_000), 413],
    ["with a line break inside", () => "abc\ndef", 400],
  ])("%s is refused, without a cookie and without a trace of it in the log", async (_name, token, status) => {
    const text = await token();
    const response = await signIn(text);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect((await problemIn(response)).status).toBe(status);
    expect(demo.log.join()).not.toContain(text.slice(0, 200));
  });

  test("that is too long says so in words a person understands", async () => {
    expect((await problemIn(await signIn("a".repeat(20_000)))).detail).toBe(
      "This token is too long for a session cookie, even compressed. Most often it names very many groups: have your identity provider put fewer of them into it.",
    );
  });

  test("that the garden takes back ends the session within five minutes", async () => {
    const token = await issued(3600);
    const browser = new Browser(cookieHeaderFrom((await signIn(token)).headers.getSetCookie()));
    expect((await browser.fleet()).status).toBe(200);
    const operator = demo.app.withToken(tokenOfDemoUser(demo.embedded, "operator"));
    await operator.delete({ resource: serviceAccounts, namespace: "garden-shop", name: "robot" });
    // The result of a token review is cached by a clock that cannot be set back.
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 5 * 60_000);
    try {
      expect(await problemIn(await browser.fleet())).toMatchObject({ status: 401, reason: "session-expired" });
    } finally {
      later.mockRestore();
    }
  });

  test("is not taken where pasting tokens is switched off", async () => {
    const started = await startRouteTestBed({
      found: { ...connectEmbeddedGarden(demo.embedded), demoLogins: [] },
      env: {
        TOKEN_SIGN_IN: "false",
        PUBLIC_ORIGIN: "http://127.0.0.1:3000",
        OIDC_ISSUER: "http://127.0.0.1:9",
        OIDC_CLIENT_ID: "a",
      },
    });
    expect(await problemIn(await signIn(tokenOfDemoUser(demo.embedded, "viewer")))).toMatchObject({ status: 400 });
    await started.stop();
  });
});

function spoiled(token: string, change: object): string {
  const [header, claims = "", signature] = token.split(".");
  const payload = { ...JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), ...change };
  return [header, Buffer.from(JSON.stringify(payload)).toString("base64url"), signature].join(".");
}
