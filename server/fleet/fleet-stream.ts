import "server-only";
import type { Logger } from "pino";
import type { Freshness, Scope } from "#lib/contract/fleet.ts";
import { type StreamFrame, streamVersion } from "#lib/contract/stream.ts";
import { perObject } from "#lib/memo/per-object.ts";
import { lastResponseTrustMs } from "#server/access/request-cache.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import { beatFrame, type EventFrame, eventFrame, retryFrame } from "#server/boundary/events/event-frame.ts";
import type { EventSink } from "#server/boundary/events/event-stream.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import { changeFrame, type SharedFrames } from "./fleet-frames.ts";
import type { RowStore } from "./row-store.ts";

const beatMs = 15_000;
const stalledMs = 30_000;
const reauthAheadMs = 60_000;
/** Interval of access checks. With jitter and tick, a silently revoked permission takes effect within a minute. */
const scopeCheckMs = 45_000;
/** Maximum age of answers that such a check accepts. */
const reviewAgeMs = 3_000;
const scopeRetryMs = 15_000;
/** When the garden is back, all streams ask within `withinMs`; streams with withheld rows ask again after `againMs`. */
const returnAsks = { withinMs: 2_000, againMs: 3_000 } as const;
/** How long a browser keeps rows whose visibility cannot be confirmed yet. */
const hiddenRetentionMs = 45_000;
const minAgeMs = 15 * 60_000;
/** Maximum reconnect delay of a single closed stream. */
const returnMs = 250;
/** Beyond this many changes a full, compressed snapshot is faster. */
const mostReplayed = 5_000;

export interface StreamContext {
  readonly store: RowStore;
  readonly cursors: FleetCursors;
  readonly clock: ServerClock;
  /** Between 0 and 1: jitter for what must not happen to all streams at once. */
  readonly random: () => number;
  /** Returns the user's scope: at most `maxAgeMs` old, or without it the cached one. */
  readonly reviewScope: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  /** Delay for the next client that must reload everything. */
  readonly resyncAfterMs: () => number;
  readonly log: Logger;
  readonly timings?: Pick<FleetTimings, "sent"> | undefined;
}

export interface OpenFleetStream {
  readonly session: Session;
  readonly scope: UserScope;
  /** The position that the browser reports. */
  readonly cursor: string | null;
  /** The corresponding clock here; undefined when the client must reload everything. */
  readonly clock: number | undefined;
  /** Which process issued the position: rows described by another one may differ from those here. */
  readonly isDescribed: "here" | "elsewhere";
  readonly frames: SharedFrames;
  readonly freshness: Freshness;
  /** Revision of the profiles that the rows reflect. */
  readonly profiles: string;
  readonly build: string | undefined;
}

/** State of a browser that keeps older rows until the fleet has been read here. */
interface Kept {
  readonly since: string;
  /** The cursor of those rows. */
  readonly cursor: string | null;
  /** Monotonic milliseconds; the rows are dropped then, even if the fleet is not read. */
  readonly untilMs: number;
}

/** One browser's stream: its position, what it was sent, and when timed work is due. */
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
  /** The access check in progress. */
  #check: symbol | undefined;
  /** Whether rows are withheld: the garden answers, but the user's scope was not confirmed for too long. */
  #isWithheld = false;
  /** Since when the garden is stale, as last sent. */
  #staleSince: string | undefined;
  /** Whether a change that concerns this user is still to be checked. */
  #isConcerned = false;
  /** Set while the browser keeps older rows until everything was read here. */
  #kept: Kept | undefined;

  constructor(sink: EventSink, context: StreamContext, given: OpenFleetStream) {
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

  /** Requests a scope check at the next tick. */
  recheckSoon(): void {
    this.#isConcerned = true;
  }

  /** Age of the oldest change not yet sent, in milliseconds; 0 when everything was sent. */
  lagMs(now: number): number {
    if (this.#kept !== undefined) return 0;
    const receivedAtMs = this.#context.store.heardAfter(this.#sentClock);
    return receivedAtMs === undefined ? 0 : now - receivedAtMs;
  }

  /** Limits the stream's end to this time; it continues until then. */
  leaveBy(atMs: number): void {
    this.#endsAt = Math.min(this.#endsAt, atMs);
  }

  /** Does everything that is due. */
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
      // Rows are sent before the freshness that describes them.
      this.#sendChanges(frames, now);
      this.#sendFreshness(freshness);
      this.#sendProfiles(profiles);
    }
    if (isAtEnd) this.bye(returnMs * this.#context.random());
    else if (hasRoom && now >= this.#beatAt) this.#write(beatFrame);
  }

  /** Sends `bye` and closes; the browser reconnects after `retryMs` at its confirmed position. */
  bye(retryMs: number): void {
    const { store, cursors } = this.#context;
    const isToldAll = this.#kept === undefined && this.#sentClock === store.clock;
    const place = isToldAll ? cursors.now(this.#scope) : undefined;
    this.#write(eventFrame(textOf({ type: "bye", retryMs: Math.round(retryMs) }), place));
    this.#sink.write(retryFrame(retryMs));
    this.#sink.close();
  }

  /** Ends the stream because its session is over; nothing more is sent. */
  endSession(): void {
    this.#send({ type: "reauth", expiresAt: new Date(this.#context.clock.wallMs()).toISOString() });
    this.#sink.close();
  }

  #greet(given: OpenFleetStream): void {
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
   * A partly read fleet is not sent: the browser's older rows, shown as stale, are more complete. Neither rows nor
   * scope are sent until everything can be replaced at once. Rows of another scope are not kept, as far as that is
   * known; membership is unknown until projects were read.
   */
  #keep({ cursor, freshness }: OpenFleetStream, since: string): void {
    this.#kept = { since, cursor, untilMs: this.#context.clock.monotonicMs() + hiddenRetentionMs };
    this.#reviewKept();
    this.#writeFreshness(freshness);
  }

  #reviewKept(): void {
    if (this.#kept === undefined) return;
    const { cursor, untilMs } = this.#kept;
    const isOfScope = this.#context.cursors.isOf(cursor, this.#scope);
    // Rows that were confirmed as visible and no longer are must be dropped immediately.
    const lostMs = untilMs === Number.POSITIVE_INFINITY ? 0 : untilMs;
    this.#kept = { ...this.#kept, untilMs: isOfScope ? Number.POSITIVE_INFINITY : lostMs };
  }

  /** Asks the browser to reload the snapshot, which is shared and compressed, and to reconnect. */
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

  /** Closes a stream whose reader accepts nothing for half a minute; it resumes its position on reconnect. */
  #isStalled(now: number): boolean {
    const { room } = this.#sink;
    if (room > 0 || room > this.#room) this.#progressAt = now;
    this.#room = room;
    if (now - this.#progressAt < stalledMs) return false;
    this.#sink.close();
    return true;
  }

  /**
   * The freshness for this user. Rows are withheld after too long without an access check; the stream then counts as
   * stale, even when the garden is live again, until a check succeeds. It is requested as soon as the garden is back.
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
    const lapsedMs = now - this.#checkedAt - lastResponseTrustMs;
    this.#staleSince ??= new Date(this.#context.clock.wallMs() - lapsedMs).toISOString();
    return { state: "stale", since: this.#staleSince, reason: "rights-unasked", ...parts };
  }

  /** Abandons an older check, which may hang until its deadline. */
  #askOnReturn(now: number): void {
    this.#check = undefined;
    this.#checkAt = Math.min(this.#checkAt, now + returnAsks.withinMs * this.#context.random());
  }

  #isUnasked(now: number): boolean {
    return now - this.#checkedAt > lastResponseTrustMs;
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

  /** Sent after the rows, so that clients that refetch profiles already have the matching rows. */
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
      // Superseded by a later check, which may have been answered earlier.
      if (this.#check !== check) return;
      this.#checkedAt = scope.askedAt;
      this.#checkAt = this.#nextCheck(scope);
      this.#changeScope(scope);
    } catch (error) {
      // On failure, check again; until then the last answer is used for a limited time.
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

  /** Spreads streams that open together, as after a restart, over a whole interval. */
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

/** Shorter while projects are unreadable: the garden may be about to grant them. */
function waitOf({ shown }: UserScope): number {
  return shown.unreadable.length > 0 ? 5_000 : scopeCheckMs;
}

function frameOf(frame: StreamFrame): EventFrame {
  return eventFrame(textOf(frame));
}

function textOf(frame: StreamFrame): string {
  return JSON.stringify(frame);
}

/** One frame shared by all streams with the same content. */
const scopeFrame = perObject((scope: Scope) => frameOf({ type: "scope", scope }));
const freshnessFrame = perObject((freshness: Freshness) => frameOf({ type: "freshness", freshness }));

/** `asOf` is ignored while live, but parts that are not live are compared. */
const freshnessKey = perObject((freshness: Freshness) =>
  JSON.stringify(freshness.state === "live" ? { ...freshness, asOf: "" } : freshness),
);
