import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { GardenError, toGardenError } from "#server/garden/garden-error.ts";
import { orAborted, type ServerClock } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeLine, decodeOversized } from "./decode.ts";
import { createEventIntake, type EventIntake, endedBeforeSync } from "./event-intake.ts";
import type { WritableObjectCache } from "./object-cache.ts";
import { objectLimitBytes } from "./placeholder.ts";
import type { WatchEnd } from "./recovery.ts";
import { createLineSplitter, type StreamLine } from "./stream-lines.ts";
import type { WatchCounters } from "./watch-counters.ts";
import type { WatchPosition } from "./watch-position.ts";
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
  /** Aborts an attempt that receives nothing while the garden answers other requests. */
  readonly giveUp: AbortSignal;
  /** Called when anything is received: headers, bytes, or a regular end. */
  readonly onHeard: () => void;
  /** Called when the mirror is up to date. */
  readonly onAlive: () => void;
}

const shortWatchMs = 1_000;
/** Missed events come without pauses: live after a pause, or after `longestMs` where events never stop. */
const missedEvents = { breakMs: 300, longestMs: 5_000 } as const;
/** Bytes of an event around its object. */
const textBytes = 1024;
/** Maximum silence during the initial events, which may take minutes in total. */
const initialSilenceMs = 45_000;
/**
 * Short watches: their regular end proves that a quiet collection is alive, since bookmarks come only about once a
 * minute, and a dead connection sends nothing at all.
 */
const shortestWatchSeconds = 20;
const watchSpreadSeconds = 5;
/** How late the garden may end a watch. */
const closingGraceMs = 4_000;
const linesPerTurn = 100;

/**
 * Opens one watch at the position, with initial events when everything must be read, and follows it to its end. Never
 * throws: returns how it ended.
 */
export async function followWatch<Item extends KubeObject>(options: FollowOptions<Item>): Promise<WatchEnd> {
  const { transport, position, clock, stop, giveUp, counters, mirror, onAlive, onHeard } = options;
  const session = new AbortController();
  const signal = AbortSignal.any([stop, giveUp, session.signal]);
  const startedMs = clock.monotonicMs();
  const times = watchTimes(options, startedMs);
  let cancelAliveTimer = () => {};
  /** After an outage, the first event is not the last missed one; until then the mirror is still stale. */
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
    const body = await orAborted(transport.watch({ ...query, signal }), signal);
    onHeard();
    watchdog.heard();
    // A garden that sends headers and nothing else has accepted the version; an ERROR would come immediately.
    if (!position.needsList) cancelAliveTimer = clock.startTimer(shortWatchMs, onAlive);
    const end = await readBody(body, { ...options, intake, watchdog, signal });
    if (end !== undefined) return end;
    if (intake.phase === "initial-watch") return endedBeforeSync();
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

/** Initial events may take long; afterwards the watch lasts no longer than others. */
function watchTimes(
  { position, clock, random }: Pick<FollowOptions<KubeObject>, "position" | "clock" | "random">,
  startedMs: number,
) {
  const watchSeconds = shortestWatchSeconds + Math.floor(random() * watchSpreadSeconds);
  const lastsMs = watchSeconds * 1000 + closingGraceMs;
  let endsMs = position.needsList ? undefined : startedMs + lastsMs;
  return {
    /** The timeout requested from the garden. */
    timeoutSeconds: position.needsList ? 300 + Math.floor(random() * 300) : watchSeconds,
    /** Maximum silence from now on. */
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

/** Reads until the body ends (undefined) or a line ends the watch. */
async function readBody<Item extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: ReadOptions<Item>,
): Promise<WatchEnd | undefined> {
  const { watchdog, signal, counters, clock, onHeard } = options;
  const chunks = body[Symbol.asyncIterator]();
  const splitter = createLineSplitter(objectLimitBytes(options.resource) + textBytes);
  try {
    for (;;) {
      const chunk = await orAborted(chunks.next(), signal);
      // A rest without line feed was truncated; its event is sent again on resume.
      if (chunk.done) return undefined;
      counters.lastReceivedMs = clock.monotonicMs();
      onHeard();
      const end = await takeLines(splitter.push(chunk.value), options);
      if (end !== undefined) return end;
      // After the lines, because they may have changed the maximum silence.
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
      await orAborted(clock.yieldToLoop(), signal);
    }
  }
  intake.flush();
  return undefined;
}

/** Closes the connection, ignoring errors: this watch is over. */
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
