import "server-only";
import { createHash } from "node:crypto";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import { stateOfGarden } from "#lib/text/garden-address.ts";
import { attributes, type CookieJar, valuesByName } from "#server/identity/session-cookie.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { openText, sealText } from "#server/identity/session-seal.ts";

const loginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Where the browser goes afterwards. */
  next: z.string(),
  /** Unix milliseconds. */
  expiresAt: z.number(),
});

/** One sign-in on its way to the provider and back. Only the browser that began it holds it, and only encrypted. */
export type Login = Readonly<z.infer<typeof loginSchema>>;

const loginAgeMs = 5 * 60_000;
/** Cookies travel with every request and there is room for so many only; the oldest gives way. */
const mostLogins = 4;

/** @param garden of several, which the browser knows again by the state */
export function newLogin(next: string, now: number, garden?: string): Login {
  return {
    state: stateOfGarden(garden, randomState()),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    next,
    expiresAt: now + loginAgeMs,
  };
}

/** The cookies that keep `login`, beside those of other tabs. */
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

/** The login that `state` belongs to, if this browser began it and not too long ago. */
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

/** Named by a digest of the state, so that two tabs that sign in at once do not lose each other's. */
function cookieName(jar: CookieJar, state: string): string {
  return `${prefixOf(jar)}${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
}
