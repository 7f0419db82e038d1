import "server-only";
import type { Project } from "#lib/garden/project.ts";
import { isMember } from "../access/membership.ts";
import type { UserScope } from "../access/user-scope.ts";
import type { HeapGuard } from "../boundary/heap-guard.ts";
import { ProblemError } from "../boundary/problem.ts";
import { eventStream } from "../boundary/sse.ts";
import type { Session } from "../identity/session.ts";
import type { Fleet } from "./fleet.ts";
import { SharedFrames } from "./fleet-frames.ts";
import { FleetStream, type StreamContext } from "./fleet-stream.ts";
import { ResyncSpread } from "./resync-spread.ts";
import { StreamPlaces } from "./stream-places.ts";

const maxStreamsPerUser = 10;
const tickMs = { usual: 250, longest: 1_000 } as const;
/** A tick that comes this late says that the process has too much to do. */
const lagMs = 50;

/** An open stream asks anew what its user may see, and takes no answer that is older than this. */
const reviewAgeMs = 3_000;

export interface FleetStreamsOptions extends Pick<StreamContext, "clock" | "random" | "log"> {
  readonly fleet: Fleet;
  readonly scopeOf: (token: string, maxAgeMs?: number) => Promise<UserScope>;
  readonly heap: Pick<HeapGuard, "requireRoom">;
}

interface Opening {
  readonly session: Session;
  readonly scope: UserScope;
  readonly cursor: string | null;
}

/** All open streams and the one tick that serves them. */
export class FleetStreams {
  readonly #streams = new Set<FleetStream>();
  readonly #options: FleetStreamsOptions;
  readonly #context: StreamContext;
  readonly #places = new StreamPlaces(maxStreamsPerUser);
  /** Those who open between two ticks share what brings them to the same place. */
  #greetings: { readonly clock: number; readonly frames: SharedFrames } | undefined;
  #everyMs: number = tickMs.usual;
  #cancelTick: (() => void) | undefined;
  #draining = false;

  constructor(options: FleetStreamsOptions) {
    this.#options = options;
    const { fleet, clock, random, log, scopeOf } = options;
    const { store, cursors } = fleet;
    const spread = new ResyncSpread();
    this.#context = {
      ...{ store, cursors, clock, random, log },
      reviewScope: (token) => scopeOf(token, reviewAgeMs),
      resyncAfterMs: () => spread.next(clock.monotonicMs(), random()),
    };
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Opens a stream from `cursor`; when that says nothing to us (any more), one that says so and ends. */
  async open(session: Session, cursor: string | null, signal: AbortSignal): Promise<Response> {
    if (this.#draining)
      throw new ProblemError("not-ready", { detail: "Almanac is shutting down.", retryAfterSeconds: 5 });
    this.#options.heap.requireRoom("another live connection");
    const giveBack = this.#places.take(session.user.name);
    try {
      const scope = await this.#options.scopeOf(session.token);
      return this.#serve(signal, { session, scope, cursor }, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #serve(signal: AbortSignal, { session, scope, cursor }: Opening, giveBack: () => void): Response {
    const { fleet } = this.#options;
    const clock = fleet.cursors.clockOf(cursor, scope);
    return eventStream(signal, (sink) => {
      const state = { freshness: fleet.freshness(), profiles: fleet.profilesRevision(), frames: this.#greetingsNow() };
      const stream = new FleetStream(sink, this.#context, { session, scope, clock, ...state });
      this.#streams.add(stream);
      this.#tickSoon();
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

  /** A project's members have changed: whoever gains or loses by it hears so at the next tick. */
  projectChanged(before: Project | undefined, after: Project | undefined): void {
    for (const stream of this.#streams) {
      const concerned = [before, after].some((project) => project !== undefined && isMember(project, stream.identity));
      if (concerned || before === undefined || after === undefined) stream.recheckSoon();
    }
  }

  /** Rights have changed: whoever it concerns is asked about again at the next tick. */
  recheck(concerns: (identity: UserScope["identity"]) => boolean): void {
    for (const stream of this.#streams) if (concerns(stream.identity)) stream.recheckSoon();
  }

  /** Ends the streams of a session that was signed out. */
  endSession(id: string): void {
    for (const stream of [...this.#streams]) if (stream.session.id === id) stream.endSession();
  }

  /** Refuses new streams and ends those that are open, their return spread over ten seconds. */
  drain(): void {
    this.#draining = true;
    this.#stopTicking();
    for (const stream of [...this.#streams]) stream.bye(10_000 * this.#options.random());
  }

  #tickSoon(): void {
    if (this.#cancelTick !== undefined || this.#draining) return;
    const { clock } = this.#options;
    const dueAt = clock.monotonicMs() + this.#everyMs;
    this.#cancelTick = clock.startTimer(this.#everyMs, () => {
      this.#cancelTick = undefined;
      this.#adapt(clock.monotonicMs() - dueAt);
      this.#tick();
      if (this.#streams.size > 0) this.#tickSoon();
    });
  }

  #stopTicking(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
  }

  /** Under load fewer, larger frames; back to the usual pace step by step. */
  #adapt(lateMs: number): void {
    const next = lateMs > lagMs ? this.#everyMs * 1.5 : this.#everyMs * 0.9;
    this.#everyMs = Math.min(tickMs.longest, Math.max(tickMs.usual, next));
  }

  #tick(): void {
    const { fleet, log } = this.#options;
    const frames = new SharedFrames(fleet.store, fleet.cursors);
    this.#greetings = undefined;
    const freshness = fleet.freshness();
    const profiles = fleet.profilesRevision();
    for (const stream of [...this.#streams]) {
      try {
        stream.tick(frames, freshness, profiles);
      } catch (error) {
        // One stream's fault must not silence the others.
        log.error({ err: error }, "a stream failed and is closed");
        stream.bye(1_000);
      }
    }
  }
}
