import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { GardenError, toGardenError } from "#server/garden/garden-error.ts";
import { rejectOnAbort, type ServerClock } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeLine, decodeOversized } from "./decode.ts";
import { createEventIntake, type EventIntake, endBeforeInitialEvents } from "./event-intake.ts";
import type { WritableObjectCache } from "./object-cache.ts";
import { objectLimitBytes } from "./placeholder.ts";
import { createLineSplitter, type StreamLine } from "./stream-lines.ts";
import type { WatchCounters } from "./watch-counters.ts";
import type { WatchPosition } from "./watch-position.ts";
import type { WatchEnd } from "./watch-recovery.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";

export interface FollowOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  readonly mirror: WritableObjectCache<Item>;
  readonly position: WatchPosition;
  readonly counters: WatchCounters;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly stop: AbortSignal;
  /** Ends an attempt in which nothing is received although the garden answers other requests. */
  readonly giveUp: AbortSignal;
  /** Called when anything is received: headers, data, or the regular end of the watch. */
  readonly onHeard: () => void;
  /** Called when the object cache is up to date. */
  readonly onAlive: () => void;
}

const shortWatchMs = 1_000;
/** After an outage: data counts as live after a pause of `breakMs` between missed events, or after `longestMs`. */
const missedEvents = { breakMs: 300, longestMs: 5_000 } as const;
/** Size in bytes of a watch event besides its object. */
const textBytes = 1024;
/** Maximum time without data while the initial events arrive. */
const initialSilenceMs = 45_000;
/**
 * Watches are short, because their regular end proves that the connection works: bookmarks come only about once a
 * minute, and a broken connection sends nothing at all.
 */
const shortestWatchSeconds = 20;
const watchSpreadSeconds = 5;
/** How many milliseconds after its timeout a watch may end. */
const closingGraceMs = 4_000;
const linesPerTurn = 100;

/**
 * Opens one watch at the current position and applies its events until it ends. If all objects must be read, it begins
 * with initial events. Never throws; returns how the watch ended.
 */
export async function followWatch<Item extends KubeObject>(options: FollowOptions<Item>): Promise<WatchEnd> {
  const { transport, position, clock, stop, giveUp, counters, mirror, onAlive, onHeard } = options;
  const session = new AbortController();
  const signal = AbortSignal.any([stop, giveUp, session.signal]);
  const startedMs = clock.monotonicMs();
  const times = watchTimes(options, startedMs);
  let cancelAliveTimer = () => {};
  /** After an outage, the first event is not the last missed one, so the object cache stays stale for a moment. */
  const onEvents = () => {
    if (mirror.staleness === undefined) return onAlive();
    cancelAliveTimer();
    const leftMs = startedMs + missedEvents.longestMs - clock.monotonicMs();
    cancelAliveTimer = clock.startTimer(Math.max(0, Math.min(missedEvents.breakMs, leftMs)), onAlive);
  };
  const intake = createEventIntake<Item>({ ...options, onEvents });
  const watchdog = startWatchdog({ clock, limitMs: () => times.limitMs(intake), onSilence: () => session.abort() });
  counters.watches += 1;
  try {
    const query = watchQuery(position, times.timeoutSeconds);
    const body = await rejectOnAbort(transport.watch({ ...query, signal }), signal);
    onHeard();
    watchdog.heard();
    // An API server that sends headers and no ERROR event has accepted the resource version.
    if (!position.needsList) cancelAliveTimer = clock.startTimer(shortWatchMs, onAlive);
    const end = await readBody(body, { ...options, intake, watchdog, signal });
    if (end !== undefined) return end;
    if (intake.phase === "initial-watch") return endBeforeInitialEvents();
    const wasShort = clock.monotonicMs() - startedMs < shortWatchMs;
    if (!wasShort) onAlive();
    return { kind: "closed", wasShort, wasEventful: intake.wasEventful };
  } catch (fault) {
    return endOfError(fault, { stop, giveUp, watchdog, intake });
  } finally {
    cancelAliveTimer();
    watchdog.stop();
    session.abort();
  }
}

function watchQuery({ needsList, version }: WatchPosition, timeoutSeconds: number) {
  return { resourceVersion: version, timeoutSeconds, allowWatchBookmarks: true, sendInitialEvents: needsList };
}

/** Durations for one watch. Initial events may take long; after them the watch has the usual duration. */
function watchTimes(
  { position, clock, random }: Pick<FollowOptions<KubeObject>, "position" | "clock" | "random">,
  startedMs: number,
) {
  const watchSeconds = shortestWatchSeconds + Math.floor(random() * watchSpreadSeconds);
  const lastsMs = watchSeconds * 1000 + closingGraceMs;
  let endsMs = position.needsList ? undefined : startedMs + lastsMs;
  return {
    /** Value of the `timeoutSeconds` parameter of the watch request. */
    timeoutSeconds: position.needsList ? 300 + Math.floor(random() * 300) : watchSeconds,
    /** Maximum time without data from now on, in milliseconds. */
    limitMs({ phase }: Pick<EventIntake<KubeObject>, "phase">): number {
      if (phase === "initial-watch") return initialSilenceMs;
      endsMs ??= clock.monotonicMs() + lastsMs;
      return Math.max(0, endsMs - clock.monotonicMs());
    },
  };
}

interface ReadOptions<Item extends KubeObject> extends FollowOptions<Item> {
  readonly intake: EventIntake<Item>;
  readonly watchdog: Watchdog;
  readonly signal: AbortSignal;
}

/** Reads a watch response until it ends (undefined) or an event ends the watch. */
async function readBody<Item extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: ReadOptions<Item>,
): Promise<WatchEnd | undefined> {
  const { watchdog, signal, counters, clock, onHeard } = options;
  const chunks = body[Symbol.asyncIterator]();
  const splitter = createLineSplitter(objectLimitBytes(options.resource) + textBytes);
  try {
    for (;;) {
      const chunk = await rejectOnAbort(chunks.next(), signal);
      // An unfinished last line is dropped; its event is sent again when the watch is resumed.
      if (chunk.done) return undefined;
      counters.lastReceivedMs = clock.monotonicMs();
      onHeard();
      const end = await takeLines(splitter.push(chunk.value), options);
      if (end !== undefined) return end;
      // Called after the lines were handled, because they may change the maximum time without data.
      watchdog.heard();
    }
  } finally {
    options.intake.flush();
    leave(chunks);
  }
}

async function takeLines<Item extends KubeObject>(
  lines: readonly StreamLine[],
  { intake, resource, clock, signal }: ReadOptions<Item>,
): Promise<WatchEnd | undefined> {
  for (const [at, line] of lines.entries()) {
    const decoded =
      line.kind === "text" ? decodeLine<Item>(line.text, resource) : decodeOversized<Item>(line, resource);
    const end = intake.take(decoded);
    if (end !== undefined) return end;
    if ((at + 1) % linesPerTurn === 0) {
      intake.flush();
      await rejectOnAbort(clock.yieldToLoop(), signal);
    }
  }
  intake.flush();
  return undefined;
}

/** Closes the connection of a watch that has ended, and ignores errors. */
function leave(chunks: AsyncIterator<Uint8Array>): void {
  chunks.return?.().catch(() => undefined);
}

function endOfError(
  fault: unknown,
  context: { stop: AbortSignal; giveUp: AbortSignal; watchdog: Watchdog; intake: EventIntake<KubeObject> },
): WatchEnd {
  const { stop, giveUp, watchdog, intake } = context;
  if (stop.aborted) return { kind: "stopped" };
  const { isSilent, lastReceivedWallMs } = watchdog;
  if (isSilent && intake.phase === "watch") return { kind: "silent", lastReceivedMs: lastReceivedWallMs };
  if (giveUp.aborted) return { kind: "overtaken" };
  const error =
    fault instanceof GardenError && !isSilent ? fault : toGardenError(fault, { aborted: false, timedOut: isSilent });
  return { kind: "failed", error, during: intake.phase };
}
