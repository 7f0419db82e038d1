import { describe, expect, test } from "vitest";
import { POST as postSession } from "#app/api/session/route.ts";
import { GET as getSignIn } from "#app/api/sign-in/route.ts";
import { sessionSchema, signInOptionsSchema } from "#lib/contract/session.ts";
import { Browser, signInAs } from "#server/testing/browser.ts";
import { startDemoTestBed } from "#server/testing/demo-test-bed.ts";
import { tokenOfDemoUser } from "#server/testing/embedded-garden.ts";
import { cookieHeaderFrom, pageRequest, problemIn } from "#server/testing/route-test-bed.ts";
import { signIn } from "./sign-in.ts";

const demo = startDemoTestBed();

const withToken = (token: string) =>
  postSession(pageRequest("/api/session", { method: "POST", body: JSON.stringify({ method: "token", token }) }));

test("the sign-in page offers every person of the demo, and no token", async () => {
  const response = await getSignIn(pageRequest("/api/sign-in"));
  const text = await response.text();
  const options = signInOptionsSchema.parse(JSON.parse(text));
  expect(options.garden).toEqual({ kind: "embedded", name: "demo" });
  expect(options.demoIdentities.map(({ name }) => name)).toEqual(demo.embedded.identities.map(({ name }) => name));
  expect(options.demoIdentities.filter(({ description }) => description === "")).toEqual([]);
  for (const { token } of demo.embedded.identities) expect(text).not.toContain(token);
});

test.each(["operator", "owner-commerce", "owner-data", "viewer", "stranger"])("%s signs in", async (identity) => {
  const browser = await signInAs(identity);
  const session = sessionSchema.parse(await (await browser.session()).json());
  const person = demo.embedded.identities.find(({ name }) => name === identity);
  expect(session).toMatchObject({
    user: { name: person?.username, displayName: person?.displayName },
    method: "demo",
    garden: { kind: "embedded", name: "demo" },
  });
  expect(session.user.groups).toEqual(person?.groups);
});

describe("S02: a pasted token", () => {
  test("is taken with the blanks around it, and never shown again", async () => {
    const token = tokenOfDemoUser(demo.embedded, "viewer");
    const response = await withToken(`\n ${token} \n`);
    expect(response.status).toBe(200);
    const cookie = cookieHeaderFrom(response.headers.getSetCookie());
    const body = await response.text();
    expect(sessionSchema.parse(JSON.parse(body)).method).toBe("token");
    expect(`${cookie}${body}${demo.log.join()}`).not.toContain(token);
    expect((await new Browser(cookie).session()).status).toBe(200);
  });

  test("that the garden does not know is refused in words", async () => {
    const problem = await problemIn(await withToken("not-a-token-of-this-garden"));
    expect(problem).toMatchObject({ status: 401, reason: "not-signed-in" });
    expect(problem.detail).toContain("does not accept this token");
  });

  test("ends the session when it ends itself", async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 2_000 })).toString("base64url");
    const token = `e30.${claims}.c2ln`;
    const desk = {
      ...demo.app,
      withToken: () => demo.app.withToken(tokenOfDemoUser(demo.embedded, "viewer")),
      now: () => 1_000_000,
    };
    const { signal } = new AbortController();
    const session = await signIn({ method: "token", token }, desk, signal);
    expect(session.expiresAt).toBe(2_000_000);
    const opaque = { method: "token", token: "opaque" } as const;
    expect((await signIn(opaque, desk, signal)).expiresAt).toBe(1_000_000 + demo.app.config.sessionMaxAgeMs);
  });
});

test("signing out takes the cookies and ends the open streams", async () => {
  const browser = await signInAs("viewer");
  const reader = await browser.stream();
  await reader.until(({ types }) => types.includes("freshness"));
  const response = await browser.signOut();
  expect(response.status).toBe(204);
  expect(response.headers.getSetCookie().every((cookie) => cookie.includes("Max-Age=0"))).toBe(true);
  await reader.until(({ ended }) => ended);
  expect(reader.types.at(-1)).toBe("reauth");
});

test("S21: signing in and out leave one line each in the audit log", async () => {
  const heard = demo.log.length;
  await (await signInAs("viewer")).signOut();
  await withToken("not-a-token-of-this-garden");
  const lines = demo.log.slice(heard).map((line): unknown => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ audit: "sign-in", result: "done", method: "demo" }));
  expect(lines).toContainEqual(expect.objectContaining({ audit: "sign-in", result: "not-signed-in", method: "token" }));
  expect(lines.filter((line) => JSON.stringify(line).includes('"audit":"sign-out"'))).toHaveLength(1);
});
