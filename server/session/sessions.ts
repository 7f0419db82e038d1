import "server-only";
import { type Session, type SessionState, sessionEndOf, sessionStateOf } from "#server/identity/session.ts";
import {
  type CookieJar,
  clearSessionCookies,
  cookieCharsOfOtherGardens,
  readSessionCookies,
  sealedLimitChars,
  writeSessionCookies,
} from "#server/identity/session-cookie.ts";
import type { SessionKeys } from "#server/identity/session-keys.ts";
import { openSession, type SessionSeal, sealPacked, sealSession } from "#server/identity/session-seal.ts";
import { BriefMemory } from "./brief-memory.ts";
import { noRoomForGarden, tokenTooLong } from "./sign-in.ts";

/** A page makes many requests at once with one cookie, which is expensive to open. */
const opened = { ttlMs: 2_000, maxEntries: 1_000 } as const;

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions stored in cookies. The server keeps opened ones, with their tokens, for two seconds. */
export function createSessions(jar: CookieJar, keys: SessionKeys, now: () => number) {
  const seal = { keys, garden: jar.garden };
  const lately = new BriefMemory<Promise<Session | undefined>>({ ...opened, now });
  const open = (sealed: string) => {
    const known = lately.get(sealed);
    if (known !== undefined) return known;
    const session = openSession(sealed, seal);
    lately.keep(sealed, session);
    return session;
  };
  return {
    jar,
    keys,
    async read(cookieHeader: string | null): Promise<SessionState> {
      const reading = readSessionCookies(jar, cookieHeader);
      if (reading.kind === "none") return { kind: "none" };
      const session = await open(reading.sealed);
      return session === undefined ? { kind: "ended" } : sessionStateOf(session, now());
    },
    /**
     * The Set-Cookie values for a new session. Sessions of other gardens in the same browser leave less room, since the
     * size of request headers is limited.
     */
    async begin(session: Session, cookieHeader: string | null = null): Promise<readonly string[]> {
      const taken = cookieCharsOfOtherGardens(jar, cookieHeader);
      const sealed = await sealWithinLimit(session, seal, {
        limitChars: sealedLimitChars - taken,
        isShared: taken > 0,
      });
      return writeSessionCookies(jar, sealed, Math.max(1, Math.floor((sessionEndOf(session) - now()) / 1000)));
    },
    end: () => clearSessionCookies(jar),
  };
}

interface Room {
  readonly limitChars: number;
  /** Whether the browser has sessions of other gardens. */
  readonly isShared: boolean;
}

async function sealWithinLimit(session: Session, seal: SessionSeal, { limitChars, isShared }: Room): Promise<string> {
  const whole = await sealSession(session, seal);
  if (whole.length <= limitChars) return whole;
  // Groups are for display only; the garden reads the real ones from the token.
  const slim = { ...session, user: { ...session.user, groups: [] } };
  // Last resort: without its refresh token the session is shorter, but exists.
  for (const candidate of [session, slim, { ...slim, renewal: undefined }]) {
    const sealed = await sealPacked(candidate, seal);
    if (sealed.length <= limitChars) return sealed;
  }
  throw isShared ? noRoomForGarden() : tokenTooLong();
}
