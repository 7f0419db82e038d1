import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { errorFromFault, GardenError } from "../garden/garden-error.ts";
import { type Clock, orAborted } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { decodeLine } from "./decode.ts";
import { createEventIntake, type EventIntake, endedBeforeSync } from "./event-intake.ts";
import { createLineSplitter, type Line } from "./lines.ts";
import type { WritableMirror } from "./mirror.ts";
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
  /** The garden is heard and the mirror is up to date. */
  readonly onAlive: () => void;
}

const shortWatchMs = 1_000;
const objectLimitBytes = 1.5 * 1024 * 1024;
/** An event is its object and some words around it. */
const lineLimitBytes = objectLimitBytes + 1024;
const initialSilenceMs = 60_000;
/** Bookmarks come about every minute; two that stay away say that nothing else would come either. */
const bookmarkSilenceMs = 150_000;
const closingGraceMs = 15_000;
const linesPerTurn = 100;

/**
 * Opens one watch at the position, with the present objects first when everything must be read, and follows it to its
 * end. Never throws: how it ended is the answer.
 */
export async function followWatch<Item extends KubeObject>(options: FollowOptions<Item>): Promise<WatchEnd> {
  const { transport, position, clock, random, stop, counters, onAlive } = options;
  const session = new AbortController();
  const signal = AbortSignal.any([stop, session.signal]);
  const timeoutSeconds = 300 + Math.floor(random() * 300);
  const startedMs = clock.monotonicMs();
  let cancelAliveTimer = () => {};
  const intake = createEventIntake<Item>(options);
  const watchdog = startWatchdog({
    clock,
    limit: () => silenceLimit(intake, position, timeoutSeconds),
    onSilence: () => session.abort(),
  });
  counters.watches += 1;
  try {
    const query = watchQuery(position, timeoutSeconds);
    const body = await orAborted(transport.watch({ ...query, signal }), signal);
    watchdog.heard();
    // A garden that answers and then says nothing has accepted the version; only an ERROR would come at once.
    if (!position.needsList) cancelAliveTimer = clock.startTimer(shortWatchMs, onAlive);
    const end = await readBody(body, { ...options, intake, watchdog, signal });
    if (end !== undefined) return end;
    if (intake.phase === "initial-watch") return endedBeforeSync();
    const wasShort = clock.monotonicMs() - startedMs < shortWatchMs;
    return { kind: "closed", wasShort, wasEventful: intake.wasEventful };
  } catch (fault) {
    return endOfFault(fault, { stop, watchdog, intake });
  } finally {
    cancelAliveTimer();
    watchdog.stop();
    session.abort();
  }
}

function watchQuery({ needsList, version }: WatchPosition, timeoutSeconds: number) {
  return { resourceVersion: version, timeoutSeconds, allowWatchBookmarks: true, sendInitialEvents: needsList };
}

function silenceLimit(
  intake: EventIntake<KubeObject>,
  position: WatchPosition,
  timeoutSeconds: number,
): { readonly ms: number; readonly silence: "soft" | "hard" } {
  if (intake.phase === "initial-watch") return { ms: initialSilenceMs, silence: "hard" };
  if (position.seesBookmarks) return { ms: bookmarkSilenceMs, silence: "soft" };
  return { ms: timeoutSeconds * 1000 + closingGraceMs, silence: "hard" };
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
  const { watchdog, signal, counters, clock } = options;
  const chunks = body[Symbol.asyncIterator]();
  const splitter = createLineSplitter(lineLimitBytes);
  try {
    for (;;) {
      const chunk = await orAborted(chunks.next(), signal);
      // What is left after the last line feed was cut off; its event comes again after the version held.
      if (chunk.done) return undefined;
      counters.lastHeardMs = clock.monotonicMs();
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
      line.kind === "text"
        ? decodeLine<Item>(line.text, resource)
        : ({ kind: "malformed", fault: "too-large" } as const);
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
  context: { stop: AbortSignal; watchdog: Watchdog; intake: EventIntake<KubeObject> },
): WatchEnd {
  const { stop, watchdog, intake } = context;
  if (stop.aborted) return { kind: "stopped" };
  const { silence, lastHeardWallMs } = watchdog;
  if (silence !== undefined && intake.phase === "watch") {
    return { kind: "silent", soft: silence === "soft", lastHeardMs: lastHeardWallMs };
  }
  const error =
    fault instanceof GardenError && silence === undefined
      ? fault
      : errorFromFault(fault, {
          aborted: false,
          timedOut: silence !== undefined,
        });
  return { kind: "failed", error, during: intake.phase };
}
