import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Session } from "#server/identity/session.ts";
import { findDocument, updateDocument } from "#server/storage/document-store.ts";
import { hashOwnerName, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import { mergeSignOutTimes, type SignOutTimes, signOutStore } from "./sign-out-store.ts";

/** Age from which the times are read again while requests go on with those that are known. */
const refreshMs = 5_000;
/** Age from which a request waits until they are read, so that a sign-out at another replica counts within this time. */
export const signOutDelayMs = 10_000;
/** How long a request waits at most: while the garden does not answer, what was last read counts. */
const patienceMs = 1_000;

type SessionBegin = Pick<Session, "user" | "signedInAt">;
type EndedTest = (session: SessionBegin) => boolean;

export type SignOuts = ReturnType<typeof createSignOuts>;

export interface SignOutsOptions {
  readonly keeping: PersonalDataStorage;
  readonly clock: Pick<ServerClock, "monotonicMs" | "wallMs">;
  readonly log: Logger;
  /** Traces of this process: what is read for all requests belongs to none of them. */
  readonly tracing?: Pick<Tracing, "apart"> | undefined;
}

/**
 * Ends all sessions of a person that began before a certain time. Sessions are kept nowhere, so the time is, in the
 * garden; each replica reads it again while it is used.
 */
export function createSignOuts({ keeping, clock, log, tracing }: SignOutsOptions) {
  let times: SignOutTimes = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  /** Whether the last attempt failed or takes long, so that nobody waits for the next one. */
  let isAway = false;
  const listeners = new Set<(hasEnded: EndedTest) => void>();

  const isEnded: EndedTest = ({ user, signedInAt }) =>
    times.size > 0 && signedInAt <= (times.get(hashOwnerName(user.name)) ?? Number.NEGATIVE_INFINITY);

  function learn(more: SignOutTimes): void {
    const before = times;
    times = mergeSignOutTimes(times, more, clock.wallMs());
    const isNew = [...times].some(([person, at]) => before.get(person) !== at);
    if (isNew) for (const listener of listeners) listener(isEnded);
  }

  async function read(): Promise<void> {
    const startedAt = clock.monotonicMs();
    triedAt = startedAt;
    try {
      const found = await findDocument(signOutStore(keeping, AbortSignal.timeout(refreshMs)));
      if (found === undefined) log.warn({}, "who has signed out everywhere is kept in a form that is not known");
      else learn(found);
      readAt = startedAt;
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, "who has signed out everywhere cannot be read; what was last read counts");
      isAway = true;
    }
  }

  /** Reads the times again if they are old. Waits only if they are too old to be used, and the garden answers. */
  async function refresh(): Promise<void> {
    const now = clock.monotonicMs();
    if (now - readAt < refreshMs) return;
    if (reading === undefined && now - triedAt >= refreshMs) {
      const begun = tracing?.apart(read) ?? read();
      reading = begun.finally(() => {
        reading = undefined;
      });
    }
    if (reading === undefined || isAway || now - readAt < signOutDelayMs) return;
    const awaited = reading;
    const isLate = await Promise.race([
      awaited.then(() => false),
      pause(patienceMs, undefined, { ref: false }).then(() => true),
    ]);
    if (isLate && reading === awaited) isAway = true;
  }

  return {
    /** Whether a session began before its person signed out everywhere. */
    async hasEnded(session: SessionBegin): Promise<boolean> {
      await refresh();
      return isEnded(session);
    },
    /** Calls `listener` with a test of sessions whenever further sessions have ended. */
    onEnd(listener: (hasEnded: EndedTest) => void): void {
      listeners.add(listener);
    },
    /** A time for a new session at which it has not ended, also where the clock of another replica is ahead. */
    beginAfter({ user, signedInAt }: SessionBegin): number {
      const endedAt = times.get(hashOwnerName(user.name));
      return endedAt === undefined ? signedInAt : Math.max(signedInAt, endedAt + 1);
    },
    /** Ends all sessions of a user that have begun until now. Rejects if that could not be stored. */
    async endAll(userName: string, signal: AbortSignal): Promise<void> {
      const now = clock.wallMs();
      const own = new Map([[hashOwnerName(userName), now]]);
      await updateDocument(signOutStore(keeping, signal), (kept) => {
        return { book: mergeSignOutTimes(kept, own, now), value: undefined };
      });
      learn(own);
    },
  };
}
