import "server-only";
import { type Session, type SessionState, sessionEndOf, sessionStateOf } from "#server/identity/session.ts";
import {
  type CookieJar,
  clearSessionCookies,
  cookieCharsOfOtherGardens,
  maxSessionCookieChars,
  readSessionCookies,
  writeSessionCookies,
} from "#server/identity/session-cookie.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import {
  decryptSession,
  encryptCompressedSession,
  encryptSession,
  type SessionEncryption,
} from "#server/identity/session-seal.ts";
import { ExpiringMap } from "./expiring-map.ts";
import { cookieSpaceError, tokenTooLongError } from "./sign-in.ts";
import type { SignOuts } from "./sign-outs.ts";

/** How long decrypted sessions are cached: a page makes many requests with one cookie, which is slow to decrypt. */
const opened = { ttlMs: 2_000, maxEntries: 1_000 } as const;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Reads and writes sessions, which are stored only in encrypted cookies.
 * @param signOuts who has signed out everywhere; absent where Almanac cannot store that
 */
export function createSessions(jar: CookieJar, keys: SessionKeys, now: () => number, signOuts?: SignOuts | undefined) {
  const seal = { keys, garden: jar.garden };
  const lately = new ExpiringMap<Promise<Session | undefined>>({ ...opened, now });
  const open = (sealed: string) => {
    const known = lately.get(sealed);
    if (known !== undefined) return known;
    const session = decryptSession(sealed, seal);
    lately.keep(sealed, session);
    return session;
  };
  const write = async (session: Session, cookieHeader: string | null) => {
    const taken = cookieCharsOfOtherGardens(jar, cookieHeader);
    const sealed = await sealWithinLimit(session, seal, {
      limitChars: maxSessionCookieChars - taken,
      hasOtherGardens: taken > 0,
    });
    return writeSessionCookies(jar, sealed, Math.max(1, Math.floor((sessionEndOf(session) - now()) / 1000)));
  };
  return {
    jar,
    keys,
    signOuts,
    async read(cookieHeader: string | null): Promise<SessionState> {
      const reading = readSessionCookies(jar, cookieHeader);
      if (reading.kind === "none") return { kind: "none" };
      const session = await open(reading.sealed);
      if (session === undefined || (await signOuts?.hasEnded(session)) === true) return { kind: "ended" };
      return sessionStateOf(session, now());
    },
    /**
     * The Set-Cookie values for a new session, which must fit into the Cookie header together with sessions of other
     * gardens in the same browser.
     */
    begin(session: Session, cookieHeader: string | null = null): Promise<readonly string[]> {
      return write({ ...session, signedInAt: signOuts?.beginAfter(session) ?? session.signedInAt }, cookieHeader);
    },
    /** The Set-Cookie values for a session whose token was renewed. It has ended whenever the one before has. */
    renew: write,
    end: () => clearSessionCookies(jar),
  };
}

interface Room {
  readonly limitChars: number;
  /** Whether sessions of other gardens take a part of the space for cookies. */
  readonly hasOtherGardens: boolean;
}

async function sealWithinLimit(
  session: Session,
  seal: SessionEncryption,
  { limitChars, hasOtherGardens }: Room,
): Promise<string> {
  const whole = await encryptSession(session, seal);
  if (whole.length <= limitChars) return whole;
  // The groups in the session are only shown to the user; the API server reads them from the token.
  const slim = { ...session, user: { ...session.user, groups: [] } };
  // If nothing else fits, the refresh token is left out, so that the session ends with its token.
  for (const candidate of [session, slim, { ...slim, renewal: undefined }]) {
    const sealed = await encryptCompressedSession(candidate, seal);
    if (sealed.length <= limitChars) return sealed;
  }
  throw hasOtherGardens ? cookieSpaceError() : tokenTooLongError();
}
