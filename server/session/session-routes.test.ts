import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeProtectedHeader, SignJWT } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { GET as getSession, POST as postSession } from "#app/api/session/route.ts";
import { GET as getStream } from "#app/api/stream/route.ts";
import { readConfig } from "#server/config/config.ts";
import { openStream } from "#server/testing/open-stream.ts";
import {
  createTransportGarden,
  pageRequest,
  problemIn,
  type RouteTestBed,
  startRouteTestBed,
} from "#server/testing/route-test-bed.ts";
import { BrowserJar } from "#server/testing/sign-in/browser-jar.ts";
import { createTrustingGarden, OidcBrowser, startOidcTestBed } from "#server/testing/sign-in/oidc-test-bed.ts";

let world: RouteTestBed;
let folder: string | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await world.stop();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

async function tokenFor(email: string, seconds = 3600, padding = 0): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ email, exp: now + seconds, padding: randomBytes(padding).toString("hex") })
    .setProtectedHeader({ alg: "HS256" })
    .sign(randomBytes(32));
}

async function signedIn(email: string, token?: string): Promise<BrowserJar> {
  const jar = new BrowserJar();
  const body = JSON.stringify({ method: "token", token: token ?? (await tokenFor(email)) });
  const response = jar.take(await postSession(pageRequest("/api/session", { method: "POST", body })));
  if (!response.ok) throw new Error(await response.text());
  return jar;
}

const me = (jar: BrowserJar) => getSession(pageRequest("/api/session", { cookie: jar.header }));

describe("S04: at the routes", () => {
  test("a session of three chunks works, and shrinks to one without leaving any behind", async () => {
    world = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()) });
    const jar = await signedIn("ada", await tokenFor("ada", 3600, 2500));
    expect(jar.cookies.size).toBe(3);
    expect((await me(jar)).status).toBe(200);
    const body = JSON.stringify({ method: "token", token: await tokenFor("ada") });
    jar.take(await postSession(pageRequest("/api/session", { method: "POST", body, cookie: jar.header })));
    expect([...jar.cookies.keys()]).toEqual(["almanac-3000"]);
    expect((await me(jar)).status).toBe(200);
  });

  test("a missing chunk is 401, and every cookie of the session is taken back", async () => {
    world = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()) });
    const jar = await signedIn("ada", await tokenFor("ada", 3600, 2500));
    jar.cookies.delete("almanac-3000.1");
    const response = jar.take(await me(jar));
    expect(await problemIn(response)).toMatchObject({ status: 401, reason: "session-expired" });
    expect(jar.cookies.size).toBe(0);
  });

  test("over https only the __Host- cookie counts, and plain http is refused outside loopback", async () => {
    world = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()) });
    const jar = await signedIn("ada");
    await world.stop();
    world = await startRouteTestBed({
      found: createTransportGarden(createTrustingGarden()),
      env: { PUBLIC_ORIGIN: "https://almanac.example" },
    });
    expect((await me(jar)).status).toBe(401);
    expect(readConfig({ PUBLIC_ORIGIN: "http://almanac.example" }).ok).toBe(false);
  });

  test("what was sealed for a sign-in is no session", async () => {
    const oidc = await startOidcTestBed();
    world = oidc;
    const browser = new OidcBrowser();
    await browser.begin();
    const [sealed = ""] = browser.cookies.values();
    const jar = new BrowserJar();
    jar.cookies.set("almanac-3000", `1.${sealed}`);
    expect((await me(jar)).status).toBe(401);
  });
});

describe("S05: key rotation while people are signed in", () => {
  const kidIn = (jar: BrowserJar) => decodeProtectedHeader((jar.cookies.get("almanac-3000") ?? "").slice(2)).kid;

  test("three sessions outlive it, new ones carry the new key, and dropping the old key ends only the old ones", async () => {
    folder = await mkdtemp(path.join(tmpdir(), "almanac-keys-"));
    const [current, previous] = [path.join(folder, "current"), path.join(folder, "previous")];
    const key = () => randomBytes(32).toString("base64");
    const old = key();
    await writeFile(current, old);
    await writeFile(previous, key());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    world = await startRouteTestBed({
      found: createTransportGarden(createTrustingGarden()),
      env: { SESSION_KEY_FILES: `${current},${previous}` },
    });
    const people = [await signedIn("ada"), await signedIn("bob"), await signedIn("eve")];

    // Rotates the key as an operator would: the new key comes first and the former one second, without a restart.
    await writeFile(previous, old);
    await writeFile(current, key());
    vi.setSystemTime(Date.now() + 10_001);
    for (const jar of people) expect((await me(jar)).status).toBe(200);
    const fresh = await signedIn("zoe");
    expect(kidIn(fresh)).not.toBe(kidIn(people[0] ?? fresh));

    await writeFile(previous, key());
    vi.setSystemTime(Date.now() + 10_001);
    for (const jar of people) expect((await me(jar)).status).toBe(401);
    expect((await me(fresh)).status).toBe(200);
    expect((await me(await signedIn("ada"))).status, "one sign-in is enough").toBe(200);
  });

  test("a key file that is missing for a moment ends nobody's session", async () => {
    folder = await mkdtemp(path.join(tmpdir(), "almanac-keys-"));
    const file = path.join(folder, "key");
    await writeFile(file, randomBytes(32).toString("base64"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    world = await startRouteTestBed({
      found: createTransportGarden(createTrustingGarden()),
      env: { SESSION_KEY_FILES: file },
    });
    const jar = await signedIn("ada");
    await rm(file);
    vi.setSystemTime(Date.now() + 10_001);
    expect((await me(jar)).status).toBe(200);
    expect(world.log.join()).toContain("the keys of before stay in use");
  });

  test("a refresh seals with the newest key", async () => {
    folder = await mkdtemp(path.join(tmpdir(), "almanac-keys-"));
    const [current, previous] = [path.join(folder, "current"), path.join(folder, "previous")];
    const old = randomBytes(32).toString("base64");
    await writeFile(current, old);
    await writeFile(previous, old);
    const oidc = await startOidcTestBed({ env: { SESSION_KEY_FILES: `${current},${previous}` } });
    world = oidc;
    const browser = new OidcBrowser();
    await browser.signIn();
    const before = kidIn(browser);
    await writeFile(current, randomBytes(32).toString("base64"));
    oidc.shift(59 * 60_000);
    expect((await browser.refreshed()).state).toBe("renewed");
    expect(kidIn(browser)).not.toBe(before);
  });
});

describe("S13: a token's end", () => {
  async function closesAtItsEnd(cookie: string): Promise<void> {
    const reader = await openStream(cookie);
    await reader.until(({ types }) => types.length > 1);
    // Timers run in real time; only the clock time is set to the end of the token.
    vi.setSystemTime(Date.now() + 3_600_000);
    const jumpedAt = performance.now();
    await reader.until(({ ended }) => ended);
    expect(performance.now() - jumpedAt).toBeLessThan(5_000);
    expect(reader.types.at(-1)).toBe("reauth");
    expect((await getStream(pageRequest("/api/stream", { cookie }))).status).toBe(401);
  }

  test("closes the stream of a pasted token within five seconds, and no new one opens", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    world = await startRouteTestBed({ found: createTransportGarden(createTrustingGarden()) });
    await closesAtItsEnd((await signedIn("ada")).header);
  });

  test("closes the stream of an id token within five seconds, until it is renewed", async () => {
    const oidc = await startOidcTestBed({ idTokenSeconds: 3600 });
    world = oidc;
    const browser = new OidcBrowser();
    await browser.signIn();
    await closesAtItsEnd(browser.header);
    expect((await browser.refreshed()).state).toBe("renewed");
    const reader = await openStream(browser.header);
    await reader.until(({ types }) => types.length > 1);
  });
});
