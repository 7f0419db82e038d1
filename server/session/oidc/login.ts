import "server-only";
import { createHash } from "node:crypto";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import { oidcStateForGarden } from "#lib/strings/garden-address.ts";
import { attributes, type CookieJar, valuesByName } from "#server/identity/session-cookie.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { openText, sealText } from "#server/identity/session-seal.ts";

const loginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to which the browser returns afterwards. */
  next: z.string(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});

/** One sign-in in progress at the provider. Stored only in the browser that began it, encrypted. */
export type Login = Readonly<z.infer<typeof loginSchema>>;

const loginAgeMs = 5 * 60_000;
/** Cookies are sent with every request, so their number is limited; the oldest is dropped. */
const mostLogins = 4;

/** @param garden name of one garden of several, encoded in the state */
export function newLogin(next: string, now: number, garden?: string): Login {
  return {
    state: oidcStateForGarden(garden, randomState()),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    next,
    expiresAt: now + loginAgeMs,
  };
}

/** Cookies that store `login`, besides those of other tabs. */
export async function keepLogin(
  login: Login,
  { jar, keys, cookieHeader }: { jar: CookieJar; keys: SessionKeys; cookieHeader: string | null },
): Promise<readonly string[]> {
  const others = [...valuesByName(cookieHeader ?? "").keys()].filter((name) => name.startsWith(prefixOf(jar)));
  const sealed = await sealText(JSON.stringify(login), "login", keys);
  return [
    ...others.slice(0, Math.max(0, others.length - mostLogins + 1)).map((name) => `${name}=; ${attributes(jar, 0)}`),
    `${cookieName(jar, login.state)}=${sealed}; ${attributes(jar, loginAgeMs / 1000)}`,
  ];
}

export interface StoredLogins {
  readonly jar: CookieJar;
  readonly keys: SessionKeys;
  readonly now: number;
}

/** The login for `state`, if this browser began it and it has not expired. */
export async function storedLogin(
  state: string,
  cookieHeader: string | null,
  { jar, keys, now }: StoredLogins,
): Promise<Login | undefined> {
  const text = await openText(valuesByName(cookieHeader ?? "").get(cookieName(jar, state)) ?? "", "login", keys);
  const parsed = text === undefined ? undefined : loginSchema.safeParse(JSON.parse(text));
  if (!parsed?.success) return undefined;
  return parsed.data.state === state && now < parsed.data.expiresAt ? parsed.data : undefined;
}

export function dropLogin(state: string, jar: CookieJar): string {
  return `${cookieName(jar, state)}=; ${attributes(jar, 0)}`;
}

function prefixOf(jar: CookieJar): string {
  return `${jar.name}-login-`;
}

/** Contains a digest of the state, so that two tabs that sign in at once do not overwrite each other's. */
function cookieName(jar: CookieJar, state: string): string {
  return `${prefixOf(jar)}${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
}
