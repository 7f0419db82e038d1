import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import type { KubeResource } from "#lib/kube/resource.ts";
import { toGardenError } from "#server/garden/garden-error.ts";
import { type Backoff, createBackoff } from "./backoff.ts";
import { pause, type ServerClock } from "./clock.ts";
import type { CollectionTransport } from "./collection-transport.ts";
import { followWatch } from "./follow-watch.ts";
import type { GardenProbe } from "./garden-probe.ts";
import type { WatchLog } from "./hub.ts";
import { listCollection } from "./list-collection.ts";
import type { WritableObjectCache } from "./object-cache.ts";
import {
  createOutageHandler,
  isGardenUnavailable,
  isTemporaryWatchError,
  maxReconnectDelayMs,
  type OutageHandler,
} from "./outage.ts";
import { incrementCounter, type WatchCounters } from "./watch-counters.ts";
import { markSynchronised, startPosition, type WatchPosition } from "./watch-position.ts";
import { decideWatchRecovery, type WatchEnd, type WatchRecovery } from "./watch-recovery.ts";

export interface ReflectorOptions<Item extends KubeObject> {
  readonly transport: CollectionTransport;
  readonly resource: KubeResource;
  readonly mirror: WritableObjectCache<Item>;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly log: WatchLog;
  /** Finds out when the garden answers again. Without it, only the next attempt does. */
  readonly probe?: GardenProbe | undefined;
  /** Stops the watch: after it, there is no request, message or wait. */
  readonly stop: AbortSignal;
  readonly counters: WatchCounters;
}

const internalErrorPatienceMs = 60_000;
/** Time after a silent watch until objects are stale: enough to open another watch, under a minute in total. */
const suspicionMs = 8_000;

interface Life<Item extends KubeObject> extends ReflectorOptions<Item> {
  readonly backoff: Backoff;
  readonly position: WatchPosition;
  /** Whether to use watch-list; true until the API server does not support it. */
  usesWatchList: boolean;
  internalSinceMs: number | undefined;
  readonly outage: OutageHandler;
  cancelSuspicion(): void;
}

/** Watches one resource and updates an object cache, with retries after every error, until `stop` fires. */
export async function runReflector<Item extends KubeObject>(options: ReflectorOptions<Item>): Promise<void> {
  const life: Life<Item> = {
    ...options,
    backoff: createBackoff(options.clock, options.random),
    position: startPosition(),
    usesWatchList: true,
    internalSinceMs: undefined,
    outage: createOutageHandler({ ...options, ask: (signal) => options.transport.list({ limit: 1, signal }) }),
    cancelSuspicion() {},
  };
  // Even the first request may get no answer.
  life.outage.begin();
  try {
    await live(life);
  } finally {
    life.cancelSuspicion();
    life.outage.end();
  }
}

async function live<Item extends KubeObject>(life: Life<Item>): Promise<void> {
  const { stop, clock, backoff, outage, position, random } = life;
  while (!stop.aborted) {
    const end = await attempt(life);
    if (end.kind === "stopped" || stop.aborted) return;
    const { wait } = prepareNext(life, end);
    const retryAfterSeconds = end.kind === "failed" ? end.error.retryAfterSeconds : undefined;
    if (wait) {
      const waitMs = backoff.next({ resumes: !position.needsList, retryAfterSeconds });
      await outage.wait(waitMs, (retryAfterSeconds ?? 0) * 1000);
    } else if (end.kind === "overtaken") await pause(clock, random() * maxReconnectDelayMs, stop);
  }
}

/** Lists all objects if necessary, then watches until the watch ends. Returns how it ended. */
async function attempt<Item extends KubeObject>(life: Life<Item>): Promise<WatchEnd> {
  const { position, counters, stop, outage, clock } = life;
  const giveUp = outage.startAttempt();
  const onHeard = () => {
    counters.lastReceivedMs = clock.monotonicMs();
    outage.heard();
  };
  try {
    if (position.needsList) {
      counters.lists += 1;
      incrementCounter(counters.relists, position.listReason);
    }
    if (position.needsList && !life.usesWatchList) {
      const end = await readList(life, { giveUp, onHeard });
      if (end !== undefined) return end;
    }
    return await followWatch({ ...life, giveUp, onHeard, onAlive: () => markAlive(life) });
  } finally {
    outage.endAttempt();
    if (stop.aborted) outage.end();
  }
}

/** Lists all objects into the object cache; returns how that failed. */
async function readList<Item extends KubeObject>(
  life: Life<Item>,
  { giveUp, onHeard }: { readonly giveUp: AbortSignal; readonly onHeard: () => void },
): Promise<WatchEnd | undefined> {
  const { position, mirror, stop } = life;
  const either = AbortSignal.any([stop, giveUp]);
  try {
    const listed = await listCollection<Item>({ ...life, stop: either, onHeard, notOlderThan: position.version });
    if (stop.aborted) return { kind: "stopped" };
    mirror.swap(listed.objects, listed.version);
    markSynchronised(position, listed.version);
    markAlive(life);
    return undefined;
  } catch (fault) {
    if (stop.aborted) return { kind: "stopped" };
    if (giveUp.aborted) return { kind: "overtaken" };
    return { kind: "failed", error: toGardenError(fault, { aborted: false, timedOut: false }), during: "list" };
  }
}

function markAlive<Item extends KubeObject>(life: Life<Item>): void {
  if (life.stop.aborted) return;
  life.internalSinceMs = undefined;
  life.cancelSuspicion();
  life.outage.end();
  life.backoff.markHealthy();
  life.mirror.markLive();
}

function prepareNext<Item extends KubeObject>(
  life: Life<Item>,
  end: Exclude<WatchEnd, { kind: "stopped" }>,
): WatchRecovery {
  const { position, counters, mirror } = life;
  const recovery = decideWatchRecovery(end, {
    internalErrorsPersist: internalErrorsPersist(life, end),
    holdsVersion: position.version !== undefined,
    lostEvents: position.lostEvents,
    wasAway: mirror.staleness !== undefined && isGardenUnavailable(mirror.staleness.reason),
  });
  incrementCounter(counters.ends, recovery.stale ?? end.kind);
  if (recovery.refusesWatchList) life.usesWatchList = false;
  if (recovery.forgetVersion) position.version = undefined;
  if (recovery.next === "relist") {
    if (!position.needsList) position.listReason = recovery.stale ?? "lost-events";
    position.needsList = true;
  }
  if (end.kind === "silent") suspect(life, end.lastReceivedMs);
  if (recovery.stale !== undefined) tellStale(life, recovery.stale, { end, next: recovery.next });
  return recovery;
}

function tellStale<Item extends KubeObject>(
  { clock, mirror, log, resource, outage, cancelSuspicion }: Life<Item>,
  reason: string,
  { end, next }: { readonly end: WatchEnd; readonly next: WatchRecovery["next"] },
): void {
  cancelSuspicion();
  mirror.markStale(reason, clock.wallMs());
  if (isTemporaryWatchError(reason)) outage.begin();
  else outage.end();
  const error = end.kind === "failed" ? { err: end.error } : {};
  log.warn({ resource: resource.plural, reason, next, ...error }, "A watch ended");
}

/** Marks the object cache stale after a moment, unless the next watch receives data: the connection may be broken. */
function suspect<Item extends KubeObject>(life: Life<Item>, lastReceivedMs: number): void {
  const { clock, mirror, log, resource, outage } = life;
  life.cancelSuspicion();
  if (mirror.staleness !== undefined) return;
  life.cancelSuspicion = clock.startTimer(suspicionMs, () => {
    mirror.markStale("silent", lastReceivedMs);
    outage.begin();
    log.warn({ resource: resource.plural, reason: "silent" }, "A watch hears nothing");
  });
}

function internalErrorsPersist<Item extends KubeObject>(life: Life<Item>, end: WatchEnd): boolean {
  if (end.kind !== "failed" || end.error.reason !== "internal") return false;
  const nowMs = life.clock.monotonicMs();
  life.internalSinceMs ??= nowMs;
  if (nowMs - life.internalSinceMs < internalErrorPatienceMs) return false;
  life.internalSinceMs = undefined;
  return true;
}
