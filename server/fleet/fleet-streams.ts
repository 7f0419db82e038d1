import "server-only";
import { text } from "#lib/language/text.ts";
import type { Concerns, UserScope } from "#server/access/user-scope.ts";
import { type EventStreamOptions, eventStream } from "#server/boundary/events/event-stream.ts";
import { ConcurrencyPerUser } from "#server/boundary/exports-at-once.ts";
import type { HeapGuard } from "#server/boundary/heap-guard.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { Session } from "#server/identity/session.ts";
import type { ChangeTraces } from "./change-traces.ts";
import type { Fleet } from "./fleet.ts";
import { SharedFrames } from "./fleet-frames.ts";
import { FleetStream, type StreamContext } from "./fleet-stream.ts";
import { ResyncSpread } from "./resync-spread.ts";

const maxStreamsPerUser = 10;
/** Interval of checks for changed rows. */
const pulseMs = 25;
/** Maximum interval between visits to every stream: heartbeats, ends, permissions and freshness. */
const visitMs = 250;
/** Minimum interval between updates; the first change after a quiet period is sent immediately. */
const paceMs = { usual: 125, longest: 1_000 } as const;
/** Additional interval per stream, so that at most four streams are served per millisecond. */
const eachMs = 0.25;
/** Limits visits and their writes to a fourth of the time. */
const restPerCost = 4;
/**
 * Spread for closing streams or their reconnects: per stream, with a maximum. A page adds up to half as much again and
 * may have to wait for a full reload (`ResyncSpread`): ten seconds in total.
 */
const spreadMs = { each: 8, longest: 3_000 } as const;
/** A pulse that is late by this much means that the process is overloaded. */
const lagMs = 50;

export interface FleetStreamsOptions extends Pick<StreamContext, "clock" | "random" | "log" | "timings"> {
  readonly fleet: Fleet;
  readonly scopeOf: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  readonly heap: Pick<HeapGuard, "requireRoom">;
  readonly traces?: ChangeTraces | undefined;
}

/** The reader of a stream, and the responding build. */
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
  /** Includes streams that are being opened. */
  readonly #places = new ConcurrencyPerUser(maxStreamsPerUser, (taken) => {
    const detail = text("There are {taken} open streams for this user already; close some tabs.", { taken });
    return new ProblemError("too-many-requests", { detail, retryAfterSeconds: 5 }, { rule: "streams-of-user" });
  });
  /** Streams opened between two ticks share their catch-up frames. */
  #greetings: { readonly clock: number; readonly frames: SharedFrames } | undefined;
  #paceMs: number = paceMs.usual;
  #visitedAt = Number.NEGATIVE_INFINITY;
  /** Duration of the last visit, including what followed before the next pulse. */
  #costMs = 0;
  #hasVisited = false;
  /** Clock of the rows at the last visit. */
  #sentClock = -1;
  /** When changed rows were last sent. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Since when unsent changes exist. */
  #movedSince: number | undefined;
  #cancelTick: (() => void) | undefined;
  #draining = false;
  /** Number of streams that the current visit sent changes to. */
  #sentTo = 0;

  constructor(options: FleetStreamsOptions) {
    this.#options = options;
    const { fleet, clock, random, log, scopeOf } = options;
    const { store, cursors } = fleet;
    const spread = new ResyncSpread();
    this.#context = {
      ...{ store, cursors, clock, random, log },
      timings: { sent: (seconds) => this.#sent(seconds) },
      reviewScope: scopeOf,
      resyncAfterMs: () => spread.next(clock.monotonicMs(), random()),
    };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Lag of the slowest stream behind the rows, in seconds. */
  get lagSeconds(): number {
    const now = this.#options.clock.monotonicMs();
    return Math.max(0, ...Array.from(this.#streams, (stream) => stream.lagMs(now))) / 1000;
  }

  /** Opens a stream at `cursor`; with an unknown cursor, one that requests a reload and ends. */
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
    return eventStream(reader, (sink) => {
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
      // The timer outlives the request that started it.
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

  #greetingsNow(): SharedFrames {
    const { store, cursors } = this.#options.fleet;
    if (this.#greetings?.clock !== store.clock) {
      this.#greetings = { clock: store.clock, frames: new SharedFrames(store, cursors) };
    }
    return this.#greetings.frames;
  }

  /** Requests a check of all streams that a change of permissions or projects concerns. */
  recheck(concerns: Concerns): void {
    for (const stream of this.#streams) if (concerns(stream.scope)) stream.recheckSoon();
  }

  /** Ends the streams of a session that was signed out. */
  endSession(id: string): void {
    for (const stream of [...this.#streams]) if (stream.session.id === id) stream.endSession();
  }

  /**
   * Closes the open streams one by one within `noticeMs`; each continues until its turn and then gets its position. A
   * load balancer that has not noticed yet may send some back; these stay until the drain.
   */
  leave(noticeMs: number): void {
    const now = this.#options.clock.monotonicMs();
    const withinMs = Math.min(this.#spreadMs(), noticeMs / 2);
    const turnMs = withinMs / Math.max(1, this.#streams.size);
    for (const [turn, stream] of [...this.#streams].entries()) stream.leaveBy(now + turnMs * turn);
  }

  /** Refuses new streams and closes the open ones, with reconnects spread over some seconds. */
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

  /** Under load: fewer, larger frames; then gradually back to the usual pace. */
  #adapt(lateMs: number): void {
    const next = lateMs > lagMs ? this.#paceMs * 1.5 : this.#paceMs * 0.985;
    this.#paceMs = Math.min(paceMs.longest, Math.max(paceMs.usual, next));
  }

  #isVisitDue(now: number): boolean {
    const { store, isIdle } = this.#options.fleet;
    const restedMs = now - this.#visitedAt;
    if (store.clock === this.#sentClock) return restedMs >= visitMs;
    this.#movedSince ??= now;
    // Batches the effects of one change, unless that takes too long.
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
    const frames = new SharedFrames(fleet.store, fleet.cursors);
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
