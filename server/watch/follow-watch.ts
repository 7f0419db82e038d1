import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { errorFromFault, GardenError } from "#server/garden/garden-error.ts";
import { type Clock, orAborted } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeLine, decodeOversized } from "./decode.ts";
import { createEventIntake, type EventIntake, endedBeforeSync } from "./event-intake.ts";
import { createLineSplitter, type Line } from "./lines.ts";
import type { WritableMirror } from "./mirror.ts";
import { objectLimitBytes } from "./placeholder.ts";
import type { WatchEnd } from "./recovery.ts";
import type { WatchCounters } from "./watch-counters.ts";
import type { WatchPosition } from "./watch-position.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";

export interface FollowOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  readonly mirror: WritableMirror<Item>;
  readonly position: WatchPosition;
  readonly counters: WatchCounters;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stop: AbortSignal;
  /** Ends an attempt that hears nothing while the garden answers others. */
  readonly giveUp: AbortSignal;
  /** Something came: headers, bytes, or a proper end. */
  readonly onHeard: () => void;
  /** The garden is heard and the mirror is up to date. */
  readonly onAlive: () => void;
}

const shortWatchMs = 1_000;
/** What was missed meanwhile comes without a break; where something always happens, nobody waits for one. */
const missedEvents = { breakMs: 300, longestMs: 5_000 } as const;
/** An event is its object and some words around it. */
const wordsBytes = 1024;
/** While the present objects are sent, which may take minutes, they come without a break. */
const initialSilenceMs = 45_000;
/**
 * A watch is asked for so short a time that its end is the sign of life of a quiet collection: bookmarks come only about
 * once a minute, and a connection that was cut off without a word says nothing at all.
 */
const shortestWatchSeconds = 20;
const watchSpreadSeconds = 5;
/** How long the garden may be late to end a watch. */
const closingGraceMs = 4_000;
const linesPerTurn = 100;

/**
 * Opens one watch at the position, with the present objects first when everything must be read, and follows it to its
 * end. Never throws: how it ended is the answer.
 */
export async function followWatch<Item extends KubeObject>(options: FollowOptions<Item>): Promise<WatchEnd> {
  const { transport, position, clock, stop, giveUp, counters, mirror, onAlive, onHeard } = options;
  const session = new AbortController();
  const signal = AbortSignal.any([stop, giveUp, session.signal]);
  const startedMs = clock.monotonicMs();
  const times = watchTimes(options, startedMs);
  let cancelAliveTimer = () => {};
  /** The first event after an outage is not the last that was missed: until that, what is held is old. */
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
    // A garden that answers and then says nothing has accepted the version; only an ERROR would come at once.
    if (!position.needsList) cancelAliveTimer = clock.startTimer(shortWatchMs, onAlive);
    const end = await readBody(body, { ...options, intake, watchdog, signal });
    if (end !== undefined) return end;
    if (intake.phase === "initial-watch") return endedBeforeSync();
    const wasShort = clock.monotonicMs() - startedMs < shortWatchMs;
    if (!wasShort) onAlive();
    return { kind: "closed", wasShort, wasEventful: intake.wasEventful };
  } catch (fault) {
    return endOfFault(fault, { stop, giveUp, watchdog, intake });
  } finally {
    cancelAliveTimer();
    watchdog.stop();
    session.abort();
  }
}

function watchQuery({ needsList, version }: WatchPosition, timeoutSeconds: number) {
  return { resourceVersion: version, timeoutSeconds, allowWatchBookmarks: true, sendInitialEvents: needsList };
}

/** A watch that begins with the present objects may take its time with them; afterwards it lasts no longer than others. */
function watchTimes(
  { position, clock, random }: Pick<FollowOptions<KubeObject>, "position" | "clock" | "random">,
  startedMs: number,
) {
  const watchSeconds = shortestWatchSeconds + Math.floor(random() * watchSpreadSeconds);
  const lastsMs = watchSeconds * 1000 + closingGraceMs;
  let endsMs = position.needsList ? undefined : startedMs + lastsMs;
  return {
    /** What the garden is asked for. */
    timeoutSeconds: position.needsList ? 300 + Math.floor(random() * 300) : watchSeconds,
    /** How long from now there may be silence. */
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

/** Reads until the body ends (undefined) or a line is the end of the watch. */
async function readBody<Item extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  options: ReadOptions<Item>,
): Promise<WatchEnd | undefined> {
  const { watchdog, signal, counters, clock, onHeard } = options;
  const chunks = body[Symbol.asyncIterator]();
  const splitter = createLineSplitter(objectLimitBytes(options.resource) + wordsBytes);
  try {
    for (;;) {
      const chunk = await orAborted(chunks.next(), signal);
      // What is left after the last line feed was cut off; its event comes again after the version held.
      if (chunk.done) return undefined;
      counters.lastReceivedMs = clock.monotonicMs();
      onHeard();
      const end = await takeLines(splitter.push(chunk.value), options);
      if (end !== undefined) return end;
      // After the lines, because they may have changed how long a silence is fine.
      watchdog.heard();
    }
  } finally {
    options.intake.flush();
    leave(chunks);
  }
}

async function takeLines<Item extends KubeObject>(
  lines: readonly Line[],
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

/** Frees the connection. Whatever that meets is of no use: nobody listens to this watch any more. */
function leave(chunks: AsyncIterator<Uint8Array>): void {
  chunks.return?.().catch(() => undefined);
}

function endOfFault(
  fault: unknown,
  context: { stop: AbortSignal; giveUp: AbortSignal; watchdog: Watchdog; intake: EventIntake<KubeObject> },
): WatchEnd {
  const { stop, giveUp, watchdog, intake } = context;
  if (stop.aborted) return { kind: "stopped" };
  const { isSilent, lastReceivedWallMs } = watchdog;
  if (isSilent && intake.phase === "watch") return { kind: "silent", lastReceivedMs: lastReceivedWallMs };
  if (giveUp.aborted) return { kind: "overtaken" };
  const error =
    fault instanceof GardenError && !isSilent ? fault : errorFromFault(fault, { aborted: false, timedOut: isSilent });
  return { kind: "failed", error, during: intake.phase };
}
