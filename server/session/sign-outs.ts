import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { text } from "#lib/language/text.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import { findConfigMap, findDocumentVersion, updateDocument } from "#server/storage/document-store.ts";
import { hashOwnerName, type PersonalDataStorage } from "#server/storage/own-keeping.ts";
import type { Tracing } from "#server/tracing/tracing.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import { mergeSignOutTimes, mostSignedOut, type SignOutTimes, signOutStore } from "./sign-out-store.ts";

/** Age from which the times are read again while requests go on with those that are known. */
const refreshMs = 5_000;
/** Age from which a request waits until they are read, so that a sign-out at another replica counts within this time. */
export const signOutDelayMs = 10_000;
/** Time within which a repeated sign-out is not stored again. */
const repeatMs = 1_000;
/** How long a request waits at most: while the garden does not answer, what was last read counts. */
const patienceMs = 1_000;

/** Hash of a session's user; computed once for an open page, which keeps its session. */
const hashOf = memoizePerObject(({ name }: Session["user"]) => hashOwnerName(name));

type SessionBegin = Pick<Session, "user" | "signedInAt">;
type EndedTest = (session: SessionBegin) => boolean;

export type SignOuts = ReturnType<typeof createSignOuts>;

export interface SignOutsOptions {
  readonly keeping: PersonalDataStorage;
  readonly clock: Pick<ServerClock, "monotonicMs" | "wallMs">;
  readonly log: Logger;
  /** The longest time that a session lasts: whoever signed out before need not be known. */
  readonly longestSessionMs: number;
  /** Traces of this process: what is read for all requests belongs to none of them. */
  readonly tracing?: Pick<Tracing, "apart"> | undefined;
}

/**
 * Ends all sessions of a person that began before a certain time. Sessions are kept nowhere, so the time is, in the
 * garden; each replica reads it again while it is used.
 */
export function createSignOuts({ keeping, clock, log, longestSessionMs, tracing }: SignOutsOptions) {
  let times: SignOutTimes = new Map();
  /** Version of the ConfigMap as last read: unless it changes, neither its content is read nor any page told. */
  let version: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  /** Whether the times were read once, or cannot be stored by anybody. */
  let isKnown = false;
  /** Whether the last attempt failed or takes long, so that nobody waits for the next one. */
  let isAway = false;
  const listeners = new Set<(hasEnded: EndedTest) => void>();

  const isEnded: EndedTest = ({ user, signedInAt }) =>
    times.size > 0 && signedInAt <= (times.get(hashOf(user)) ?? Number.NEGATIVE_INFINITY);

  function learn(more: SignOutTimes): void {
    const before = times;
    times = mergeSignOutTimes(times, more, { now: clock.wallMs(), longestSessionMs });
    const isNew = [...times].some(([person, at]) => before.get(person) !== at);
    if (isNew) for (const listener of listeners) listener(isEnded);
  }

  async function readIfChanged(store: ReturnType<typeof signOutStore>): Promise<void> {
    if ((await findDocumentVersion(store)) === version) return;
    const kept = await findConfigMap(store);
    const found = store.read(kept);
    if (found === undefined) log.warn({}, "who has signed out everywhere is kept in a form that is not known");
    else learn(found);
    version = kept?.metadata.resourceVersion;
  }

  async function read(): Promise<void> {
    const startedAt = clock.monotonicMs();
    triedAt = startedAt;
    try {
      await readIfChanged(signOutStore(keeping, AbortSignal.timeout(refreshMs)));
      readAt = startedAt;
      isAway = false;
      isKnown = true;
    } catch (error) {
      // Without permission to read, nobody has stored anything either.
      if (error instanceof GardenError && error.reason === "forbidden") isKnown = true;
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
    /** Whether it is known who has signed out; before, nothing may be done for a session that may have ended. */
    isKnown: () => isKnown,
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
      const endedAt = times.get(hashOf(user));
      return endedAt === undefined ? signedInAt : Math.max(signedInAt, endedAt + 1);
    },
    /**
     * Ends all sessions of a user that have begun until now, and the given one, which a replica with a clock ahead of
     * this one can have begun later. Rejects if that could not be stored.
     *
     * @throws ProblemError `conflict` if too many others have signed out: none of them is forgotten for it
     */
    async endAll({ user, signedInAt }: SessionBegin, signal: AbortSignal): Promise<void> {
      const now = clock.wallMs();
      const person = hashOf(user);
      const own = new Map([[person, Math.max(now, signedInAt)]]);
      await updateDocument(signOutStore(keeping, signal), (kept) => {
        const at = kept.get(person) ?? Number.NEGATIVE_INFINITY;
        if (at >= signedInAt && now - at < repeatMs) return { book: kept, value: undefined };
        const book = mergeSignOutTimes(kept, own, { now, longestSessionMs });
        if (book.size > mostSignedOut) {
          const detail = text("Too many people have signed out everywhere lately. Try again in some hours.");
          throw new ProblemError("conflict", { detail });
        }
        return { book, value: undefined };
      });
      learn(own);
    },
  };
}
