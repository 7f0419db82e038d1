import "server-only";
import { ProblemError } from "../http/problem.ts";
import type { Session, SessionReading } from "./session.ts";
import {
  type CookieJar,
  clearSessionCookies,
  readSessionCookies,
  sealedLimitChars,
  writeSessionCookies,
} from "./session-cookie.ts";
import type { SessionKeys } from "./session-keys.ts";
import { openSession, sealSession } from "./session-seal.ts";

/** Sessions as cookies. Nothing is kept on the server. */
export interface Sessions {
  readonly jar: CookieJar;
  read(cookieHeader: string | null): Promise<SessionReading>;
  /** The Set-Cookie values that begin `session`. */
  begin(session: Session): Promise<readonly string[]>;
  end(): readonly string[];
}

export function createSessions(jar: CookieJar, keys: SessionKeys, now: () => number): Sessions {
  return {
    jar,
    async read(cookieHeader) {
      const reading = readSessionCookies(jar, cookieHeader);
      if (reading.kind === "none") return { kind: "none" };
      const session = await openSession(reading.sealed, keys);
      if (session === undefined || session.expiresAt <= now()) return { kind: "ended" };
      return { kind: "active", session };
    },
    async begin(session) {
      const sealed = await sealWithinLimit(session, keys);
      return writeSessionCookies(jar, sealed, Math.max(1, Math.floor((session.expiresAt - now()) / 1000)));
    },
    end: () => clearSessionCookies(jar),
  };
}

async function sealWithinLimit(session: Session, keys: SessionKeys): Promise<string> {
  const whole = await sealSession(session, keys);
  if (whole.length <= sealedLimitChars) return whole;
  // Groups are for display only; the garden reads the real ones from the token.
  const slim = await sealSession({ ...session, user: { ...session.user, groups: [] } }, keys);
  if (slim.length <= sealedLimitChars) return slim;
  throw new ProblemError("too-large", {
    detail: "This token is too long for a session cookie: at most about 8 KB fit.",
  });
}
