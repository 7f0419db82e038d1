import "server-only";
import { text } from "#lib/language/text.ts";
import type { AffectedScopeTest, UserScope } from "#server/access/user-scope.ts";
import {
  createEventStreamResponse,
  type EventStreamOptions,
} from "#server/boundary/events/create-event-stream-response.ts";
import { ConcurrencyPerUser } from "#server/boundary/exports-at-once.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { ChangeTraces } from "./change-traces.ts";
import type { Fleet } from "./fleet.ts";
import { SharedChangeEvents } from "./fleet-frames.ts";
import { FleetStream, type StreamContext } from "./fleet-stream.ts";
import { ReloadDelays } from "./reload-delays.ts";

const maxStreamsPerUser = 10;
/** Interval in which changed rows are looked for, in milliseconds. */
const pulseMs = 25;
/** Maximum interval between two updates of all streams, which also send heartbeats and check permissions. */
const visitMs = 250;
/** Minimum interval between two events with changed rows; after a quiet period the first change is sent immediately. */
const paceMs = { usual: 125, longest: 1_000 } as const;
/** Additional interval per open stream, so that at most four streams per millisecond get an event. */
const eachMs = 0.25;
/** How many times as long as the last update the pause after it must be. */
const restPerCost = 4;
/**
 * Over how long closing streams, or their browsers' reconnects, are spread: per stream, with a maximum. With the
 * browser's own delay and a reload of the cluster list, clients are back within ten seconds.
 */
const spreadMs = { each: 8, longest: 3_000 } as const;
/** A timer that is late by this many milliseconds means that the process is overloaded. */
const lagMs = 50;

export interface FleetStreamsOptions extends Pick<StreamContext, "clock" | "random" | "log" | "timings"> {
  readonly fleet: Fleet;
  readonly scopeOf: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  /** Whether the person of a session has signed out everywhere since it began. */
  readonly hasEnded?: ((session: Session) => Promise<boolean>) | undefined;
  readonly heap: Pick<HeapGuard, "requireRoom">;
  readonly traces?: ChangeTraces | undefined;
}

/** The client of a stream, and the build whose pages the client uses. */
interface StreamReader extends EventStreamOptions {
  readonly build?: string | undefined;
}

interface Opening {
  readonly session: Session;
  readonly scope: UserScope;
  readonly cursor: string | null;
}

/** All open streams, served by a single timer. */
export class FleetStreams {
  readonly #streams = new Set<FleetStream>();
  readonly #options: FleetStreamsOptions;
  readonly #context: StreamContext;
  /** Limits streams per user, including those that are being opened. */
  readonly #places = new ConcurrencyPerUser(maxStreamsPerUser, (taken) => {
    const detail = text("There are {taken} open streams for this user already; close some tabs.", { taken });
    return new ProblemError("too-many-requests", { detail, retryAfterSeconds: 5 }, { rule: "streams-of-user" });
  });
  /** Events for streams that are opened between two updates, which share them. */
  #greetings: { readonly clock: number; readonly frames: SharedChangeEvents } | undefined;
  #paceMs: number = paceMs.usual;
  #visitedAt = Number.NEGATIVE_INFINITY;
  /** Duration of the last update of all streams, including the delay that it caused. */
  #costMs = 0;
  #hasVisited = false;
  /** Change number that all streams were last updated to. */
  #sentClock = -1;
  /** When changed rows were last sent. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Since when there are changes that were not sent. */
  #movedSince: number | undefined;
  #cancelTick: (() => void) | undefined;
  #draining = false;
  /** Number of streams that get an event in the current update. */
  #sentTo = 0;

  constructor(options: FleetStreamsOptions) {
    this.#options = options;
    const { fleet, clock, random, log, scopeOf, hasEnded = async () => false } = options;
    const { store, cursors } = fleet;
    const spread = new ReloadDelays();
    this.#context = {
      ...{ store, cursors, clock, random, log },
      timings: { sent: (seconds) => this.#sent(seconds) },
      reviewScope: scopeOf,
      hasEnded,
      resyncAfterMs: () => spread.next(clock.monotonicMs(), random()),
    };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** How many seconds the slowest stream is behind the current rows. */
  get lagSeconds(): number {
    const now = this.#options.clock.monotonicMs();
    return Math.max(0, ...Array.from(this.#streams, (stream) => stream.lagMs(now))) / 1000;
  }

  /** Opens an event stream that continues at `cursor`; an unknown cursor only makes the browser reload the list. */
  async open(session: Session, cursor: string | null, reader: StreamReader): Promise<Response> {
    if (this.#draining) {
      const facts = { detail: text("Almanac is shutting down."), retryAfterSeconds: 5 };
      throw new ProblemError("not-ready", facts, { rule: "draining" });
    }
    this.#options.heap.requireRoom("stream");
    const giveBack = this.#places.take(session.user.name);
    try {
      const scope = await this.#options.scopeOf(session.token);
      return this.#serve(reader, { session, scope, cursor }, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #serve(reader: StreamReader, { session, scope, cursor }: Opening, giveBack: () => void): Response {
    const { fleet } = this.#options;
    const { build } = reader;
    const clock = fleet.cursors.clockOf(cursor, scope);
    const isDescribed = fleet.cursors.isOurs(cursor) ? "here" : "elsewhere";
    return createEventStreamResponse(reader, (sink) => {
      const state = { freshness: fleet.freshness(), profiles: fleet.profilesRevision(), frames: this.#greetingsNow() };
      const stream = new FleetStream(sink, this.#context, {
        session,
        scope,
        cursor,
        clock,
        isDescribed,
        build,
        ...state,
      });
      if (this.#streams.size === 0) this.#options.traces?.forget();
      this.#streams.add(stream);
      // The timer must not belong to the trace of the request that started it.
      const { traces } = this.#options;
      if (traces === undefined) this.#tickSoon();
      else traces.apart(() => this.#tickSoon());
      return () => {
        giveBack();
        this.#streams.delete(stream);
        if (this.#streams.size === 0) this.#stopTicking();
      };
    });
  }

  #greetingsNow(): SharedChangeEvents {
    const { store, cursors } = this.#options.fleet;
    if (this.#greetings?.clock !== store.clock) {
      this.#greetings = { clock: store.clock, frames: new SharedChangeEvents(store, cursors) };
    }
    return this.#greetings.frames;
  }

  /** Requests a permission check of all streams that a change of permissions or projects may affect. */
  recheck(concerns: AffectedScopeTest): void {
    for (const stream of this.#streams) if (concerns(stream.scope)) stream.recheckSoon();
  }

  /** Ends the streams of sessions that were signed out. */
  endSessions(hasEnded: (session: Session) => boolean): void {
    for (const stream of [...this.#streams]) if (hasEnded(stream.session)) stream.endSession();
  }

  /**
   * Begins the shutdown: closes the open streams one by one within `noticeMs`. A stream that the load balancer sends
   * back meanwhile stays open until `drain`.
   */
  leave(noticeMs: number): void {
    const now = this.#options.clock.monotonicMs();
    const withinMs = Math.min(this.#spreadMs(), noticeMs / 2);
    const turnMs = withinMs / Math.max(1, this.#streams.size);
    for (const [turn, stream] of [...this.#streams].entries()) stream.leaveBy(now + turnMs * turn);
  }

  /** Refuses new streams and closes all open ones, whose browsers reconnect at random times within some seconds. */
  drain(): void {
    this.#draining = true;
    this.#stopTicking();
    if (this.#streams.size > 0) this.#visit(this.#options.clock.monotonicMs());
    const withinMs = this.#spreadMs();
    for (const stream of [...this.#streams]) stream.bye(withinMs * this.#options.random());
  }

  #spreadMs(): number {
    return Math.min(this.#streams.size * spreadMs.each, spreadMs.longest);
  }

  #tickSoon(): void {
    if (this.#cancelTick !== undefined || this.#draining) return;
    const { clock } = this.#options;
    const dueAt = clock.monotonicMs() + pulseMs;
    this.#cancelTick = clock.startTimer(pulseMs, () => {
      this.#cancelTick = undefined;
      const now = clock.monotonicMs();
      if (this.#hasVisited) this.#costMs = now - this.#visitedAt - pulseMs;
      else this.#adapt(now - dueAt);
      this.#hasVisited = this.#isVisitDue(now);
      if (this.#hasVisited) this.#visit(now);
      if (this.#streams.size > 0) this.#tickSoon();
    });
  }

  #stopTicking(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
    this.#hasVisited = false;
  }

  /** Sends fewer, larger events while the process is overloaded, and returns gradually to the usual interval. */
  #adapt(lateMs: number): void {
    const next = lateMs > lagMs ? this.#paceMs * 1.5 : this.#paceMs * 0.985;
    this.#paceMs = Math.min(paceMs.longest, Math.max(paceMs.usual, next));
  }

  #isVisitDue(now: number): boolean {
    const { store, isIdle } = this.#options.fleet;
    const restedMs = now - this.#visitedAt;
    if (store.clock === this.#sentClock) return restedMs >= visitMs;
    this.#movedSince ??= now;
    // Waits until all rows that one change affects are recomputed, unless that takes too long.
    if (!isIdle() && now - this.#movedSince < paceMs.usual) return false;
    const wantedMs = Math.max(this.#paceMs, this.#streams.size * eachMs);
    return (
      now - this.#sentAt >= Math.min(paceMs.longest, wantedMs) &&
      restedMs >= Math.min(paceMs.longest, this.#costMs * restPerCost)
    );
  }

  #visit(now: number): void {
    const { fleet, log, traces } = this.#options;
    this.#visitedAt = now;
    if (this.#sentClock !== fleet.store.clock) this.#sentAt = now;
    this.#movedSince = undefined;
    this.#sentClock = fleet.store.clock;
    const frames = new SharedChangeEvents(fleet.store, fleet.cursors);
    this.#greetings = undefined;
    const freshness = fleet.freshness();
    const profiles = fleet.profilesRevision();
    const recordFrames = traces?.telling();
    this.#sentTo = 0;
    for (const stream of [...this.#streams]) {
      try {
        stream.tick(frames, freshness, profiles);
      } catch (error) {
        // An error in one stream must not affect the others.
        log.error({ err: error }, "a stream failed and is closed");
        stream.bye(1_000);
      }
    }
    recordFrames?.(this.#sentTo);
  }

  #sent(seconds: number): void {
    this.#sentTo += 1;
    this.#options.timings?.sent(seconds);
  }
}
