import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "#server/identity/session.ts";
import { createCookieJar } from "#server/identity/session-cookie.ts";
import { randomSessionKeys, sessionKeysFromFiles } from "#server/identity/session-keys.ts";
import { createSessions } from "./sessions.ts";

const now = () => 1_000_000;
const jar = createCookieJar("https://almanac.example", 3000);

function sessionOf(token: string, groups: readonly string[] = ["team"]): Session {
  return {
    id: "s1",
    user: { name: "ada@example.org", displayName: "Ada", groups },
    method: "token",
    token,
    signedInAt: now(),
    expiresAt: now() + 3_600_000,
  };
}

/** Applies Set-Cookie headers like a browser, as far as the tests need. */
function browser(cookies: readonly string[], kept: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const next = new Map(kept);
  for (const cookie of cookies) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (attributes.includes("Max-Age=0")) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function header(cookies: ReadonlyMap<string, string>): string {
  return ["theme=dark", ...[...cookies].map(([name, value]) => `${name}=${value}`)].join("; ");
}

const token = (bytes: number) => randomBytes(bytes).toString("base64url").slice(0, bytes);

describe("S04: the session cookie", () => {
  const sessions = createSessions(jar, randomSessionKeys(), now);

  test.each([
    [1, 1000],
    [2, 3000],
    [3, 6000],
  ])("round-trips in %i chunk(s)", async (chunks, tokenBytes) => {
    const session = sessionOf(token(tokenBytes));
    const cookies = browser(await sessions.begin(session));
    expect(cookies.size).toBe(chunks);
    expect(Math.max(...[...cookies.values()].map((value) => value.length))).toBeLessThan(4000);
    expect(await sessions.read(header(cookies))).toEqual({ kind: "active", session });
  });

  test("carries every protection by name", async () => {
    const [first, ...others] = await sessions.begin(sessionOf("t"));
    expect(first).toMatch(/^__Host-almanac=1\.[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/);
    expect(others).toEqual([
      "__Host-almanac.1=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      "__Host-almanac.2=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
      "__Host-almanac.3=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    ]);
  });

  test("drops Secure and the prefix on loopback only, and tells ports apart there", () => {
    expect(createCookieJar(undefined, 3000)).toEqual({ name: "almanac-3000", secure: false });
    expect(createCookieJar("http://localhost:4000", 4000)).toEqual({ name: "almanac-4000", secure: false });
    expect(createCookieJar("https://almanac.example", 3000)).toEqual({ name: "__Host-almanac", secure: true });
  });

  test("a session that shrinks leaves no stale chunk behind", async () => {
    const long = browser(await sessions.begin(sessionOf(token(6000))));
    const short = browser(await sessions.begin(sessionOf("short")), long);
    expect(short.size).toBe(1);
    expect((await sessions.read(header(short))).kind).toBe("active");
  });

  test.each<[string, (cookies: Map<string, string>) => void]>([
    ["a missing chunk", (cookies) => void cookies.delete("__Host-almanac.1")],
    [
      "swapped chunks",
      (cookies) => {
        const [one = "", two = ""] = [cookies.get("__Host-almanac.1"), cookies.get("__Host-almanac.2")];
        cookies.set("__Host-almanac.1", two).set("__Host-almanac.2", one);
      },
    ],
    ["a duplicated chunk", (cookies) => void cookies.set("__Host-almanac.2", cookies.get("__Host-almanac.1") ?? "")],
    [
      "a smaller count",
      (cookies) => void cookies.set("__Host-almanac", (cookies.get("__Host-almanac") ?? "").replace(/^3/, "2")),
    ],
    ["a changed byte", (cookies) => void cookies.set("__Host-almanac.1", `${cookies.get("__Host-almanac.1")}A`)],
    ["no session at all", (cookies) => void cookies.set("__Host-almanac", "1.abc")],
    ["an empty value", (cookies) => void cookies.set("__Host-almanac", "")],
  ])("%s reads as an ended session, not as none", async (_name, spoil) => {
    const cookies = browser(await sessions.begin(sessionOf(token(6000))));
    expect(cookies.size).toBe(3);
    spoil(cookies);
    expect(await sessions.read(header(cookies))).toEqual({ kind: "ended" });
  });

  test("no cookie is no session", async () => {
    expect(await sessions.read(null)).toEqual({ kind: "none" });
    expect(await sessions.read("theme=dark; broken; =x")).toEqual({ kind: "none" });
  });

  test("ends with its time", async () => {
    const keys = randomSessionKeys();
    const cookies = browser(await createSessions(jar, keys, now).begin(sessionOf("t")));
    const later = createSessions(jar, keys, () => now() + 3_600_000);
    expect(await later.read(header(cookies))).toEqual({ kind: "ended" });
  });

  test("never shows the token", async () => {
    const cookies = await sessions.begin(sessionOf("very-secret-token"));
    const text = cookies.join();
    expect(text).not.toContain("very-secret-token");
    expect(text).not.toContain(Buffer.from("very-secret-token").toString("base64url"));
  });

  /** Names of groups that cannot be compressed well. */
  const groupsOf = (count: number, letters: number) =>
    Array.from({ length: count }, () =>
      Array.from(randomBytes(letters), (byte) => String.fromCharCode(97 + (byte % 26))).join(""),
    );
  /** An RS256 token with these groups, as identity providers issue. */
  const jwtWith = (groups: readonly string[]) =>
    [
      { alg: "RS256", kid: "a-key-of-the-provider" },
      { iss: "https://login.example", sub: "ada", groups },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .concat(randomBytes(256).toString("base64url"))
      .join(".");

  test("holds a token with 400 groups of 15 letters, all of them, beside a refresh token, in 12 KB", async () => {
    const groups = groupsOf(400, 15);
    const renewal = { refreshToken: token(800), until: now() + 7_200_000, renewedAt: now() };
    const session = {
      ...sessionOf(
        jwtWith(groups),
        groups.map((name) => `oidc:${name}`),
      ),
      renewal,
    };
    expect(session.token.length).toBeGreaterThan(9_000);
    const cookies = browser(await sessions.begin(session));
    expect(header(cookies).length).toBeLessThan(12_288);
    expect(await sessions.read(header(cookies))).toEqual({ kind: "active", session });
  });

  test.each([
    ["is none", "opaque"],
    ["has padding that is not written today", `${Buffer.from('{"a":1}').toString("base64")}.e30=.c2ln`],
    ["holds what is no text", `${Buffer.from([0xff, 0xfe]).toString("base64url")}.e30.c2ln`],
    ["has five parts", "a.b.c.d.e"],
  ])("gives a token back byte by byte that is packed with many groups and %s", async (_what, odd) => {
    const session = sessionOf(odd, groupsOf(500, 15));
    expect(await sessions.read(header(browser(await sessions.begin(session))))).toEqual({ kind: "active", session });
  });

  test("gives up the groups before it gives up the session", async () => {
    const cookies = browser(await sessions.begin(sessionOf("t", groupsOf(1_000, 30))));
    expect(await sessions.read(header(cookies))).toMatchObject({ session: { user: { groups: [] } } });
  });

  test("says so when a token does not fit", async () => {
    await expect(sessions.begin(sessionOf(token(20_000)))).rejects.toMatchObject({ reason: "too-large" });
  });
});

describe("S05: key rotation", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "almanac-keys-"));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const write = async (name: string) => {
    const file = path.join(directory, name);
    await writeFile(file, randomBytes(32).toString("base64"));
    return file;
  };

  test("the first key seals, all open, and a removed key ends only its own sessions", async () => {
    const [older, newer] = [await write("older"), await write("newer")];
    const over = (files: readonly string[]) => createSessions(jar, sessionKeysFromFiles(files, { now }), now);
    const old = browser(await over([older]).begin(sessionOf("old")));
    const rotated = over([newer, older]);
    expect((await rotated.read(header(old))).kind).toBe("active");
    const fresh = browser(await rotated.begin(sessionOf("fresh")));
    expect(await over([newer]).read(header(old))).toEqual({ kind: "ended" });
    expect((await over([newer]).read(header(fresh))).kind).toBe("active");
  });

  test("with the next key among the files, a rotation ends no session while replicas hear of it one by one", async () => {
    const [zeroth, first, second, third] = [await write("0"), await write("1"), await write("2"), await write("3")];
    const over = (...files: readonly string[]) => createSessions(jar, sessionKeysFromFiles(files, { now }), now);
    // The current, the previous and the next key.
    const [late, early] = [over(first, zeroth, second), over(second, first, third)];
    for (const [sealing, opening] of [
      [late, early],
      [early, late],
    ]) {
      const sealed = header(browser((await sealing?.begin(sessionOf("any"))) ?? []));
      expect((await opening?.read(sealed))?.kind).toBe("active");
    }
  });

  test("a changed file is picked up without a restart", async () => {
    const file = await write("key");
    let time = 0;
    const keys = sessionKeysFromFiles([file], { now: () => time });
    const [before] = await keys.current();
    await writeFile(file, `${randomBytes(32).toString("base64")}\n`);
    expect((await keys.current())[0].id).toBe(before.id);
    time = 10_000;
    expect((await keys.current())[0].id).not.toBe(before.id);
  });

  test("a file without 32 bytes is refused by name", async () => {
    const file = path.join(directory, "short");
    await writeFile(file, "c2hvcnQ=");
    await expect(sessionKeysFromFiles([file], { now }).current()).rejects.toThrow(`${file} holds 5 bytes`);
  });
});
