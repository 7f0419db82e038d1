import "server-only";
import type { Logger } from "pino";
import type { FleetFreshness, VisibleScope } from "#lib/contract/fleet.ts";
import { type StreamFrame, streamVersion } from "#lib/contract/stream.ts";
import { memoizePerObject } from "#lib/memo/memoize-per-object.ts";
import { maxExpiredAnswerAgeMs } from "#server/access/request-cache.ts";
import type { UserScope } from "#server/access/user-scope.ts";
import type { EventSink } from "#server/boundary/events/create-event-stream-response.ts";
import {
  type EventFrame,
  encodeRetryDelay,
  encodeStreamEvent,
  heartbeatEvent,
} from "#server/boundary/events/event-frame.ts";
import { GardenError } from "#server/garden/garden-error.ts";
import type { Session } from "#server/identity/session.ts";
import type { FleetTimings } from "#server/metrics/fleet-timings.ts";
import type { ServerClock } from "#server/watch/clock.ts";
import type { FleetCursors } from "./fleet-cursors.ts";
import { encodeRowChanges, type SharedChangeEvents } from "./fleet-frames.ts";
import type { RowStore } from "./row-store.ts";

const beatMs = 15_000;
const stalledMs = 30_000;
const reauthAheadMs = 60_000;
/** Interval in which a stream's permissions are checked, so that a revoked permission takes effect within a minute. */
const scopeCheckMs = 45_000;
/** Maximum age of cached access reviews that this check accepts. */
const reviewAgeMs = 3_000;
const scopeRetryMs = 15_000;
/** After a garden outage, streams check permissions within `withinMs` and repeat failed checks after `againMs`. */
const returnAsks = { withinMs: 2_000, againMs: 3_000 } as const;
/** How long a browser may show old rows while it is unknown whether the user may still see them. */
const hiddenRetentionMs = 45_000;
const minAgeMs = 15 * 60_000;
/** Maximum delay before a browser reconnects after a single stream was closed. */
const returnMs = 250;
/** Number of changes above which reloading the compressed cluster list is faster than sending them. */
const mostReplayed = 5_000;

export interface StreamContext {
  readonly store: RowStore;
  readonly cursors: FleetCursors;
  readonly clock: ServerClock;
  /** Random number between 0 and 1, to spread work that must not happen for all streams at once. */
  readonly random: () => number;
  /** Returns the user's scope: the cached one, or one that is at most `maxAgeMs` old. */
  readonly reviewScope: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  /** Whether the person of a session has signed out everywhere, perhaps at another replica. */
  readonly hasEnded: (session: Session) => Promise<boolean>;
  /** Delay for the next client that must reload the cluster list. */
  readonly resyncAfterMs: () => number;
  readonly log: Logger;
  readonly timings?: Pick<FleetTimings, "sent"> | undefined;
}

export interface OpenFleetStream {
  readonly session: Session;
  readonly scope: UserScope;
  /** Position of the browser in the changes, as the browser reports it. */
  readonly cursor: string | null;
  /** Change number of that position in this process; undefined when the client must reload the cluster list. */
  readonly clock: number | undefined;
  /** Whether this process (`here`) or another one issued the position; the other may have sent different rows. */
  readonly isDescribed: "here" | "elsewhere";
  readonly frames: SharedChangeEvents;
  readonly freshness: FleetFreshness;
  /** Changes whenever a CloudProfile has changed and all rows reflect it. */
  readonly profiles: string;
  readonly build: string | undefined;
}

/** State of a browser that shows old rows until this process has read all Shoots. */
interface Kept {
  readonly since: string;
  /** Cursor of the old rows. */
  readonly cursor: string | null;
  /** When the old rows are dropped in any case, in monotonic milliseconds. */
  readonly untilMs: number;
}

/** The event stream of one browser: its position in the changes, what was sent, and when the next check is due. */
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
  /** Identifies the permission check in progress. */
  #check: symbol | undefined;
  /** Whether rows are withheld: the garden answers, but permissions could not be checked for five minutes. */
  #isWithheld = false;
  /** Since when the cluster list is out of date, as last sent. */
  #staleSince: string | undefined;
  /** Whether a change that may affect this user's permissions requires a check. */
  #isConcerned = false;
  /** Set while the browser shows old rows because this process has not read all Shoots yet. */
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

  /** Requests a permission check at the next tick. */
  recheckSoon(): void {
    this.#isConcerned = true;
  }

  /** Age of the oldest change not yet sent, in milliseconds; 0 when everything was sent. */
  lagMs(now: number): number {
    if (this.#kept !== undefined) return 0;
    const receivedAtMs = this.#context.store.heardAfter(this.#sentClock);
    return receivedAtMs === undefined ? 0 : now - receivedAtMs;
  }

  /** Closes the stream at this time, if not earlier. */
  leaveBy(atMs: number): void {
    this.#endsAt = Math.min(this.#endsAt, atMs);
  }

  /** Sends changes, freshness and heartbeats, checks permissions, or closes the stream, as far as each is due. */
  tick(frames: SharedChangeEvents, shared: FleetFreshness, profiles: string): void {
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
    else if (hasRoom && now >= this.#beatAt) this.#write(heartbeatEvent);
  }

  /** Sends a `bye` event and closes the stream; the browser reconnects after `retryMs` at its last position. */
  bye(retryMs: number): void {
    const { store, cursors } = this.#context;
    const isToldAll = this.#kept === undefined && this.#sentClock === store.clock;
    const place = isToldAll ? cursors.now(this.#scope) : undefined;
    this.#write(encodeStreamEvent(textOf({ type: "bye", retryMs: Math.round(retryMs) }), place));
    this.#sink.write(encodeRetryDelay(retryMs));
    this.#sink.close();
  }

  /** Closes the stream because its session has ended. */
  endSession(): void {
    this.#send({ type: "reauth", expiresAt: new Date(this.#context.clock.wallMs()).toISOString() });
    this.#sink.close();
  }

  #greet(given: OpenFleetStream): void {
    const { clock, isDescribed, freshness, profiles, build, frames } = given;
    this.#sink.write(encodeRetryDelay(2000 + 3000 * this.#context.random()));
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
   * While the Shoots are still being read after a start, an older browser shows its old rows, marked as stale, and gets
   * no rows. They are kept without a time limit if the user's scope is known to be the same.
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
    // Old rows that the user could see and no longer can must be dropped at once.
    const lostMs = untilMs === Number.POSITIVE_INFINITY ? 0 : untilMs;
    this.#kept = { ...this.#kept, untilMs: isOfScope ? Number.POSITIVE_INFINITY : lostMs };
  }

  /** Asks the browser to reload the cluster list, which is compressed and shared by many users, and to reconnect. */
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

  /** Closes a stream whose client has accepted no data for half a minute; on reconnect it continues at its position. */
  #isStalled(now: number): boolean {
    const { room } = this.#sink;
    if (room > 0 || room > this.#room) this.#progressAt = now;
    this.#room = room;
    if (now - this.#progressAt < stalledMs) return false;
    this.#sink.close();
    return true;
  }

  /**
   * How current the user's rows are. After five minutes without a successful permission check no rows are sent, and the
   * list counts as stale until a check succeeds, even if the garden answers again.
   */
  #freshnessHere(shared: FleetFreshness, now: number): FleetFreshness {
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
    const lapsedMs = now - this.#checkedAt - maxExpiredAnswerAgeMs;
    this.#staleSince ??= new Date(this.#context.clock.wallMs() - lapsedMs).toISOString();
    return { state: "stale", since: this.#staleSince, reason: "rights-unasked", ...parts };
  }

  /** Starts a new permission check soon, and ignores the one in progress, which may wait until its deadline. */
  #askOnReturn(now: number): void {
    this.#check = undefined;
    this.#checkAt = Math.min(this.#checkAt, now + returnAsks.withinMs * this.#context.random());
  }

  #isUnasked(now: number): boolean {
    return now - this.#checkedAt > maxExpiredAnswerAgeMs;
  }

  #sendFreshness(freshness: FleetFreshness): void {
    const key = freshnessKey(freshness);
    if (key === this.#sentFreshness) return;
    this.#sentFreshness = key;
    this.#writeFreshness(freshness);
  }

  #writeFreshness(freshness: FleetFreshness): void {
    const keptSince = this.#kept?.since;
    if (keptSince === undefined || freshness.state !== "loading") this.#write(freshnessFrame(freshness));
    else this.#send({ type: "freshness", freshness: { ...freshness, keptSince } });
  }

  /** Sent after the rows: a client that now requests profiles already has the rows that match. */
  #sendProfiles(revision: string): void {
    if (revision === this.#sentProfiles || this.#kept !== undefined) return;
    this.#sentProfiles = revision;
    this.#send({ type: "profiles", revision });
  }

  #sendChanges(frames: SharedChangeEvents, now: number): void {
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
      if (await this.#context.hasEnded(this.session)) {
        this.endSession();
        return;
      }
      const scope = await this.#context.reviewScope(this.session.token, isDue ? reviewAgeMs : undefined);
      // A later permission check has been started, and may have been answered before this one.
      if (this.#check !== check) return;
      this.#checkedAt = scope.askedAt;
      this.#checkAt = this.#nextCheck(scope);
      this.#changeScope(scope);
    } catch (error) {
      // After a failed check the scope of the last one is used for a limited time.
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
    else this.#write(encodeRowChanges(changes, cursors.now(scope)));
  }

  /** When a new stream first checks permissions: at a random time, so that many streams do not check at once. */
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

/** Interval of permission checks; shorter while projects are unreadable, as Gardener may be about to grant access. */
function waitOf({ shown }: UserScope): number {
  return shown.unreadable.length > 0 ? 5_000 : scopeCheckMs;
}

function frameOf(frame: StreamFrame): EventFrame {
  return encodeStreamEvent(textOf(frame));
}

function textOf(frame: StreamFrame): string {
  return JSON.stringify(frame);
}

/** One event object for all streams with the same content. */
const scopeFrame = memoizePerObject((scope: VisibleScope) => frameOf({ type: "scope", scope }));
const freshnessFrame = memoizePerObject((freshness: FleetFreshness) => frameOf({ type: "freshness", freshness }));

/** Text that changes when the freshness must be sent again; ignores the current time (`asOf`) while a list is live. */
const freshnessKey = memoizePerObject((freshness: FleetFreshness) =>
  JSON.stringify(freshness.state === "live" ? { ...freshness, asOf: "" } : freshness),
);
