import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { errorFromFault } from "../garden/garden-error.ts";
import { type Backoff, createBackoff } from "./backoff.ts";
import { type Clock, pause } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { followWatch } from "./follow-watch.ts";
import { listCollection } from "./list-collection.ts";
import type { WritableMirror } from "./mirror.ts";
import { type Recovery, recover, type WatchEnd } from "./recovery.ts";
import { count, newCounters, type WatchCounters } from "./watch-counters.ts";
import type { WatchLog } from "./watch-log.ts";
import { startPosition, synchronised, type WatchPosition } from "./watch-position.ts";

export interface ReflectorOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  readonly mirror: WritableMirror<Item>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: WatchLog;
}

/** Keeps a mirror equal to a collection of the garden, through every fault, until it is stopped. */
export interface Reflector {
  /** Does nothing when it was started or stopped before. */
  start(): void;
  /** Wins over everything: nothing is asked, published or waited for afterwards. */
  stop(): void;
  /** Resolves when it has stopped; never rejects. */
  readonly done: Promise<void>;
  readonly counters: Readonly<WatchCounters>;
}

const internalErrorPatienceMs = 60_000;

interface Life<Item extends KubeObject> extends ReflectorOptions<Item> {
  readonly stop: AbortSignal;
  readonly backoff: Backoff;
  readonly counters: WatchCounters;
  readonly position: WatchPosition;
  /** Until the garden says that it has none. */
  usesWatchList: boolean;
  internalSinceMs: number | undefined;
}

export function createReflector<Item extends KubeObject>(options: ReflectorOptions<Item>): Reflector {
  const controller = new AbortController();
  const finished = Promise.withResolvers<void>();
  const life: Life<Item> = {
    ...options,
    stop: controller.signal,
    backoff: createBackoff(options.clock, options.random),
    counters: newCounters(),
    position: startPosition(),
    usesWatchList: true,
    internalSinceMs: undefined,
  };
  let started = false;
  return {
    start() {
      if (started || controller.signal.aborted) return;
      started = true;
      live(life).finally(finished.resolve);
    },
    stop() {
      controller.abort();
      if (!started) finished.resolve();
    },
    done: finished.promise,
    counters: life.counters,
  };
}

async function live<Item extends KubeObject>(life: Life<Item>): Promise<void> {
  const { stop, clock, backoff } = life;
  while (!stop.aborted) {
    const end = await attempt(life);
    if (end.kind === "stopped" || stop.aborted) return;
    const recovery = prepareNext(life, end);
    if (!recovery.wait) continue;
    const retryAfterSeconds = end.kind === "failed" ? end.error.retryAfterSeconds : undefined;
    await pause(clock, backoff.next(retryAfterSeconds), stop);
  }
}

/** Reads everything when that is needed, then watches until the watch ends. */
async function attempt<Item extends KubeObject>(life: Life<Item>): Promise<WatchEnd> {
  const { position, counters, mirror, stop } = life;
  if (position.needsList) counters.lists += 1;
  if (position.needsList && !life.usesWatchList) {
    try {
      const listed = await listCollection<Item>({ ...life, notOlderThan: position.version });
      if (stop.aborted) return { kind: "stopped" };
      mirror.swap(listed.objects, listed.version);
      synchronised(position, listed.version);
      markAlive(life);
    } catch (fault) {
      if (stop.aborted) return { kind: "stopped" };
      return { kind: "failed", error: errorFromFault(fault, { aborted: false, timedOut: false }), during: "list" };
    }
  }
  return followWatch({ ...life, onAlive: () => markAlive(life) });
}

function markAlive<Item extends KubeObject>(life: Life<Item>): void {
  if (life.stop.aborted) return;
  life.internalSinceMs = undefined;
  life.backoff.markHealthy();
  life.mirror.markLive();
}

function prepareNext<Item extends KubeObject>(life: Life<Item>, end: Exclude<WatchEnd, { kind: "stopped" }>): Recovery {
  const { clock, position, counters, mirror, log, resource } = life;
  const recovery = recover(end, {
    internalErrorsPersist: internalErrorsPersist(life, end),
    holdsVersion: position.version !== undefined,
    lostEvents: position.lostEvents,
  });
  if (recovery.refusesWatchList) life.usesWatchList = false;
  if (recovery.forgetVersion) position.version = undefined;
  if (recovery.next === "relist") position.needsList = true;
  if (recovery.stale !== undefined) {
    count(counters.faults, recovery.stale);
    mirror.markStale(recovery.stale, end.kind === "silent" ? end.lastHeardMs : clock.wallMs());
    const error = end.kind === "failed" ? { err: end.error } : {};
    log.warn({ resource: resource.plural, reason: recovery.stale, next: recovery.next, ...error }, "A watch ended");
  }
  return recovery;
}

function internalErrorsPersist<Item extends KubeObject>(life: Life<Item>, end: WatchEnd): boolean {
  if (end.kind !== "failed" || end.error.reason !== "internal") return false;
  const nowMs = life.clock.monotonicMs();
  life.internalSinceMs ??= nowMs;
  if (nowMs - life.internalSinceMs < internalErrorPatienceMs) return false;
  life.internalSinceMs = undefined;
  return true;
}
