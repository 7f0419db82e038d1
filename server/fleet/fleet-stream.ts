import "server-only";
import type { Logger } from "pino";
import type { Freshness, Scope } from "#lib/contract/fleet.ts";
import { type StreamFrame, streamVersion } from "#lib/contract/stream.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { lastAnswerTrustMs } from "#server/access/cached-answers.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { beatFrame, type EventFrame, eventFrame, retryFrame } from "#server/boundary/events/event-frame.ts";
import type { EventSink } from "#server/boundary/events/event-stream.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import type { Clock } from "#server/watch/clock.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import { changeFrame, type SharedFrames } from "./fleet-frames.ts";
import type { RowStore } from "./row-store.ts";

const beatMs = 15_000;
const stalledMs = 30_000;
const reauthAheadMs = 60_000;
/** With the fifth that chance adds and the tick, a right that went without a word is gone within a minute. */
const scopeCheckMs = 45_000;
/** It then takes no answer that is older than this. */
const reviewAgeMs = 3_000;
const scopeRetryMs = 15_000;
/** A garden that is back is asked by all streams within the first time, and where rows wait for its word again after the second. */
const returnAsks = { withinMs: 2_000, againMs: 3_000 } as const;
/** So long a browser keeps rows of which nobody can say here yet whether they are still the user's to see. */
const keptUnseenMs = 45_000;
const minAgeMs = 15 * 60_000;
/** Whoever is sent away alone comes back within so long. */
const returnMs = 250;
/** Whoever lacks more changes than this gets on faster with everything, which is compressed. */
const mostReplayed = 5_000;

export interface StreamContext {
  readonly store: RowStore;
  readonly cursors: FleetCursors;
  readonly clock: Clock;
  /** Between 0 and 1: spreads what must not happen to all streams at once. */
  readonly random: () => number;
  /** What the user may see: as the garden says now, or where `maxAgeMs` is absent as far as nothing has changed it. */
  readonly reviewScope: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  /** How long the next one that has to read everything anew is to wait. */
  readonly resyncAfterMs: () => number;
  readonly log: Logger;
  readonly timings?: Pick<FleetTimings, "sent"> | undefined;
}

export interface OpenStream {
  readonly session: Session;
  readonly scope: UserScope;
  /** Where the browser says it is. */
  readonly cursor: string | null;
  /** Where that is here; undefined when it has to read everything anew. */
  readonly clock: number | undefined;
  /** By which process: what another one told may never have been so here. */
  readonly isDescribed: "here" | "elsewhere";
  readonly frames: SharedFrames;
  readonly freshness: Freshness;
  /** Which state of the profiles the rows show. */
  readonly profiles: string;
  readonly build: string | undefined;
}

/** What a browser has that everything is to take the place of once it was read here. */
interface Kept {
  readonly since: string;
  /** Where it was read. */
  readonly cursor: string | null;
  /** By the monotonic clock: then it is to go, read or not. */
  readonly untilMs: number;
}

/** One browser's stream: where it is, what it was told, and when what is due. */
export class FleetStream {
  readonly session: Session;
  readonly #sink: EventSink;
  readonly #context: StreamContext;
  #scope: UserScope;
  #sentClock: number;
  #sentFreshness: string;
  #sentProfiles: string;
  #room = 0;
  #progressAt: number;
  #beatAt: number;
  #endsAt: number;
  #reauthSent = false;
  #checkAt: number;
  #checkedAt: number;
  /** The review under way. */
  #check: symbol | undefined;
  /** The garden answers, and has not said for too long what this user may see: since then it is asked at once. */
  #isWithheld = false;
  /** Since when the garden was not heard, as it was told last. */
  #staleSince: string | undefined;
  /** A change concerns this user, and was not looked into yet. */
  #isConcerned = false;
  /** This browser keeps what it has until everything was read here; undefined when it goes along. */
  #kept: Kept | undefined;

  constructor(sink: EventSink, context: StreamContext, given: OpenStream) {
    const now = context.clock.monotonicMs();
    this.session = given.session;
    this.#sink = sink;
    this.#context = context;
    this.#scope = given.scope;
    this.#progressAt = now;
    this.#beatAt = now + beatMs;
    this.#endsAt = now + minAgeMs * (1 + context.random());
    this.#checkedAt = given.scope.askedAt;
    this.#checkAt = this.#firstCheck(given.scope);
    this.#sentFreshness = freshnessKey(given.freshness);
    this.#sentProfiles = given.profiles;
    this.#sentClock = context.store.clock;
    this.#greet(given);
  }

  get scope(): UserScope {
    return this.#scope;
  }

  /** Works out at the next tick what a change has made of the scope. */
  recheckSoon(): void {
    this.#isConcerned = true;
  }

  /** Since when rows tell what this stream does not, in milliseconds; 0 when it has told all. */
  lagMs(now: number): number {
    if (this.#kept !== undefined) return 0;
    const receivedAtMs = this.#context.store.heardAfter(this.#sentClock);
    return receivedAtMs === undefined ? 0 : now - receivedAtMs;
  }

  /** Says goodbye at this time at the latest, and goes on until then. */
  leaveBy(atMs: number): void {
    this.#endsAt = Math.min(this.#endsAt, atMs);
  }

  /** Does whatever is due. */
  tick(frames: SharedFrames, shared: Freshness, profiles: string): void {
    const now = this.#context.clock.monotonicMs();
    if (this.#endOfSession() || this.#isStalled(now)) return;
    const isAtEnd = now >= this.#endsAt;
    const freshness = this.#freshnessHere(shared, now);
    const isDue = this.#isConcerned || now >= this.#checkAt;
    if (isDue && this.#check === undefined && !isAtEnd) void this.#checkScope(now);
    const hasRoom = this.#sink.room > 0;
    if (hasRoom && this.#kept !== undefined && (freshness.state !== "loading" || now >= this.#kept.untilMs)) {
      this.#resync();
      return;
    }
    if (hasRoom) {
      // Live is said after what it is said of.
      this.#sendChanges(frames, now);
      this.#sendFreshness(freshness);
      this.#sendProfiles(profiles);
    }
    if (isAtEnd) this.bye(returnMs * this.#context.random());
    else if (hasRoom && now >= this.#beatAt) this.#write(beatFrame);
  }

  /** Says goodbye and closes; the browser comes back after `retryMs`, to where it was told all. */
  bye(retryMs: number): void {
    const { store, cursors } = this.#context;
    const isToldAll = this.#kept === undefined && this.#sentClock === store.clock;
    const place = isToldAll ? cursors.now(this.#scope) : undefined;
    this.#write(eventFrame(textOf({ type: "bye", retryMs: Math.round(retryMs) }), place));
    this.#sink.write(retryFrame(retryMs));
    this.#sink.close();
  }

  /** The session is over: nothing more is shown. */
  endSession(): void {
    this.#send({ type: "reauth", expiresAt: new Date(this.#context.clock.wallMs()).toISOString() });
    this.#sink.close();
  }

  #greet(given: OpenStream): void {
    const { clock, isDescribed, freshness, profiles, build, frames } = given;
    this.#sink.write(retryFrame(2000 + 3000 * this.#context.random()));
    const serverTime = new Date(this.#context.clock.wallMs()).toISOString();
    this.#send({ type: "hello", version: streamVersion, serverTime, profiles, build });
    const isFar = clock === undefined || this.#sentClock - clock > mostReplayed;
    const difference = isFar ? "too-old" : frames.changeSince(clock, this.#scope, isDescribed);
    if (difference === "too-old") {
      if (freshness.state === "loading") this.#keep(given, serverTime);
      else this.#resync();
      return;
    }
    this.#write(scopeFrame(this.#scope.shown));
    this.#writeFreshness(freshness);
    if (difference !== "nothing") this.#write(difference);
  }

  /**
   * What was read so far is no fleet: rows that were read before tell more, as far as they are marked as old. Neither rows
   * nor the scope are told until everything can take their place in one step. They are for nobody who sees other rows, as
   * far as that is known; who belongs to a project is not, before projects were read.
   */
  #keep({ cursor, freshness }: OpenStream, since: string): void {
    this.#kept = { since, cursor, untilMs: this.#context.clock.monotonicMs() + keptUnseenMs };
    this.#reviewKept();
    this.#writeFreshness(freshness);
  }

  #reviewKept(): void {
    if (this.#kept === undefined) return;
    const { cursor, untilMs } = this.#kept;
    const isOfScope = this.#context.cursors.isOf(cursor, this.#scope);
    // Rows that were seen to be the user's, and are not any more, go at once.
    const lostMs = untilMs === Number.POSITIVE_INFINITY ? 0 : untilMs;
    this.#kept = { ...this.#kept, untilMs: isOfScope ? Number.POSITIVE_INFINITY : lostMs };
  }

  /** No difference leads from where the browser is to now. It reads what is kept compressed for all, and comes back. */
  #resync(): void {
    this.#send({ type: "resync", afterMs: Math.round(this.#context.resyncAfterMs()) });
    this.#sink.close();
  }

  #endOfSession(): boolean {
    const now = this.#context.clock.wallMs();
    const { expiresAt } = this.session;
    if (now >= expiresAt) {
      this.endSession();
      return true;
    }
    if (!this.#reauthSent && now >= expiresAt - reauthAheadMs) {
      this.#reauthSent = true;
      this.#send({ type: "reauth", expiresAt: new Date(expiresAt).toISOString() });
    }
    return false;
  }

  /** A reader that takes nothing for half a minute is closed; it resumes where it was when it comes back. */
  #isStalled(now: number): boolean {
    const { room } = this.#sink;
    if (room > 0 || room > this.#room) this.#progressAt = now;
    this.#room = room;
    if (now - this.#progressAt < stalledMs) return false;
    this.#sink.close();
    return true;
  }

  /**
   * Rows are withheld from whoever's rights nobody could ask about for too long: what they see is not live before the
   * garden has spoken, however well it is heard again. It is asked as soon as it is.
   */
  #freshnessHere(shared: Freshness, now: number): Freshness {
    if (shared.state === "stale") this.#staleSince = shared.since;
    if (shared.state !== "live") return shared;
    const wasWithheld = this.#isWithheld;
    this.#isWithheld = this.#isUnasked(now);
    const isBack = this.#staleSince !== undefined || this.#isWithheld;
    if (isBack && !wasWithheld && now - this.#checkedAt > scopeCheckMs) this.#askOnReturn(now);
    if (!this.#isWithheld) {
      this.#staleSince = undefined;
      return shared;
    }
    const { state: _, asOf: __, ...parts } = shared;
    const lapsedMs = now - this.#checkedAt - lastAnswerTrustMs;
    this.#staleSince ??= new Date(this.#context.clock.wallMs() - lapsedMs).toISOString();
    return { state: "stale", since: this.#staleSince, reason: "rights-unasked", ...parts };
  }

  /** What was asked before may hang until its deadline. */
  #askOnReturn(now: number): void {
    this.#check = undefined;
    this.#checkAt = Math.min(this.#checkAt, now + returnAsks.withinMs * this.#context.random());
  }

  #isUnasked(now: number): boolean {
    return now - this.#checkedAt > lastAnswerTrustMs;
  }

  #sendFreshness(freshness: Freshness): void {
    const key = freshnessKey(freshness);
    if (key === this.#sentFreshness) return;
    this.#sentFreshness = key;
    this.#writeFreshness(freshness);
  }

  #writeFreshness(freshness: Freshness): void {
    const keptSince = this.#kept?.since;
    if (keptSince === undefined || freshness.state !== "loading") this.#write(freshnessFrame(freshness));
    else this.#send({ type: "freshness", freshness: { ...freshness, keptSince } });
  }

  /** After the rows, so that whoever asks anew sees them in the same light. */
  #sendProfiles(revision: string): void {
    if (revision === this.#sentProfiles || this.#kept !== undefined) return;
    this.#sentProfiles = revision;
    this.#send({ type: "profiles", revision });
  }

  #sendChanges(frames: SharedFrames, now: number): void {
    const { clock } = this.#context.store;
    if (clock === this.#sentClock || this.#kept !== undefined || this.#isUnasked(now)) return;
    const difference = frames.changeSince(this.#sentClock, this.#scope);
    const lagMs = this.lagMs(now);
    this.#sentClock = clock;
    if (difference === "too-old") this.#resync();
    if (difference === "too-old" || difference === "nothing") return;
    this.#write(difference);
    this.#context.timings?.sent(lagMs / 1000);
  }

  async #checkScope(now: number): Promise<void> {
    const isDue = now >= this.#checkAt;
    const retryMs = this.#isWithheld ? returnAsks.againMs : scopeRetryMs;
    if (isDue) this.#checkAt = now + retryMs;
    const check = Symbol("check");
    this.#check = check;
    this.#isConcerned = false;
    try {
      const scope = await this.#context.reviewScope(this.session.token, isDue ? reviewAgeMs : undefined);
      // A later question has taken its place, and may have been answered before.
      if (this.#check !== check) return;
      this.#checkedAt = scope.askedAt;
      this.#checkAt = this.#nextCheck(scope);
      this.#changeScope(scope);
    } catch (error) {
      // Where nobody could tell it is asked again, and until then the last answer counts, for a while.
      if (this.#check === check) this.#checkAt = Math.min(this.#checkAt, now + retryMs);
      if (error instanceof GardenError && error.reason === "unauthorized") this.endSession();
      else this.#context.log.warn({ err: error }, "a stream's access could not be reviewed");
    } finally {
      if (this.#check === check) this.#check = undefined;
    }
  }

  #changeScope(scope: UserScope): void {
    const before = this.#scope;
    this.#scope = scope;
    this.#reviewKept();
    if (this.#kept !== undefined) return;
    if (scope.shownKey === before.shownKey && scope.rowsKey === before.rowsKey) return;
    const { store, cursors } = this.#context;
    this.#write(scopeFrame(scope.shown));
    if (scope.rowsKey === before.rowsKey) return;
    const changes = store.changesOfScope(this.#sentClock, before, scope);
    this.#sentClock = store.clock;
    if (changes === undefined) this.#resync();
    else this.#write(changeFrame(changes, cursors.now(scope)));
  }

  /** Those that open together, as all do after a restart, are spread over a whole round, and stay so. */
  #firstCheck(scope: UserScope): number {
    return scope.askedAt + waitOf(scope) * (0.2 + this.#context.random());
  }

  #nextCheck(scope: UserScope): number {
    return scope.askedAt + waitOf(scope) * (1 + 0.2 * this.#context.random());
  }

  #send(frame: StreamFrame): void {
    this.#write(frameOf(frame));
  }

  #write(frame: EventFrame): void {
    this.#sink.write(frame);
    this.#beatAt = this.#context.clock.monotonicMs() + beatMs;
  }
}

/** Sooner while something is missing: the garden may be about to grant it. */
function waitOf({ shown }: UserScope): number {
  return shown.unreadable.length > 0 ? 5_000 : scopeCheckMs;
}

function frameOf(frame: StreamFrame): EventFrame {
  return eventFrame(textOf(frame));
}

function textOf(frame: StreamFrame): string {
  return JSON.stringify(frame);
}

/** One for all who are told the same. */
const scopeFrame = perObject((scope: Scope) => frameOf({ type: "scope", scope }));
const freshnessFrame = perObject((freshness: Freshness) => frameOf({ type: "freshness", freshness }));

/** Live is live, whatever the minute; but not when a part of it is not. */
const freshnessKey = perObject((freshness: Freshness) =>
  JSON.stringify(freshness.state === "live" ? { ...freshness, asOf: "" } : freshness),
);
