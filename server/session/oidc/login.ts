import "server-only";
import { createHash } from "node:crypto";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import { oidcStateForGarden } from "#lib/strings/garden-address.ts";
import { type CookieJar, cookieAttributes, parseCookieHeader } from "#server/identity/session-cookie.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { decryptText, encryptText } from "#server/identity/session-seal.ts";

const loginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to which the browser returns after sign-in. */
  next: z.string(),
  /** When the attempt expires, in Unix milliseconds. */
  expiresAt: z.number(),
});

/** Sign-in in progress at the identity provider, stored only in an encrypted cookie of the browser that began it. */
export type PendingLogin = Readonly<z.infer<typeof loginSchema>>;

const loginAgeMs = 5 * 60_000;
/** Maximum of sign-ins in progress per browser, since every request sends their cookies; the oldest is dropped. */
const mostLogins = 4;

/** @param garden name of the garden if there are several, which becomes part of `state` */
export function createPendingLogin(next: string, now: number, garden?: string): PendingLogin {
  return {
    state: oidcStateForGarden(garden, randomState()),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    next,
    expiresAt: now + loginAgeMs,
  };
}

/** Set-Cookie values that store a sign-in in progress, and delete the oldest if there are too many. */
export async function writeLoginCookies(
  login: PendingLogin,
  { jar, keys, cookieHeader }: { jar: CookieJar; keys: SessionKeys; cookieHeader: string | null },
): Promise<readonly string[]> {
  const others = [...parseCookieHeader(cookieHeader ?? "").keys()].filter((name) => name.startsWith(prefixOf(jar)));
  const sealed = await encryptText(JSON.stringify(login), "login", keys);
  return [
    ...others
      .slice(0, Math.max(0, others.length - mostLogins + 1))
      .map((name) => `${name}=; ${cookieAttributes(jar, 0)}`),
    `${cookieName(jar, login.state)}=${sealed}; ${cookieAttributes(jar, loginAgeMs / 1000)}`,
  ];
}

export interface PendingLoginStorage {
  readonly jar: CookieJar;
  readonly keys: SessionKeys;
  readonly now: number;
}

/** The sign-in in progress with this `state`, if this browser began it and it has not expired. */
export async function readPendingLogin(
  state: string,
  cookieHeader: string | null,
  { jar, keys, now }: PendingLoginStorage,
): Promise<PendingLogin | undefined> {
  const text = await decryptText(
    parseCookieHeader(cookieHeader ?? "").get(cookieName(jar, state)) ?? "",
    "login",
    keys,
  );
  const parsed = text === undefined ? undefined : loginSchema.safeParse(JSON.parse(text));
  if (!parsed?.success) return undefined;
  return parsed.data.state === state && now < parsed.data.expiresAt ? parsed.data : undefined;
}

export function deletedLoginCookie(state: string, jar: CookieJar): string {
  return `${cookieName(jar, state)}=; ${cookieAttributes(jar, 0)}`;
}

function prefixOf(jar: CookieJar): string {
  return `${jar.name}-login-`;
}

/** Contains a digest of `state`, so that two tabs that sign in at once use different cookies. */
function cookieName(jar: CookieJar, state: string): string {
  return `${prefixOf(jar)}${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
}
