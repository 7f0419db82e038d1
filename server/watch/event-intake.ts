import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { invalidResponseError } from "#server/garden/garden-error.ts";
import type { ServerClock } from "./clock.ts";
import type { MalformedItem, WatchLine } from "./decode.ts";
import type { ObjectCacheEvent, WritableObjectCache } from "./object-cache.ts";
import type { CachedObject } from "./packed-object.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import { incrementCounter, type WatchCounters } from "./watch-counters.ts";
import { advancePosition, isOlder, markSynchronised, type WatchPosition } from "./watch-position.ts";
import type { WatchEnd, WatchPhase } from "./watch-recovery.ts";

const betweenListsForSizeMs = 600_000;

interface IntakeOptions<Item extends KubeObject> {
  readonly mirror: WritableObjectCache<Item>;
  readonly position: WatchPosition;
  readonly counters: WatchCounters;
  readonly clock: ServerClock;
  /** Called when the object cache is up to date, because a bookmark follows all events before it. */
  readonly onAlive: () => void;
  /** Called after events were applied; more may follow. */
  readonly onEvents: () => void;
}

export type EventIntake<Item extends KubeObject> = ReturnType<typeof createEventIntake<Item>>;

/** Applies the events of one watch to the object cache. */
export function createEventIntake<Item extends KubeObject>(options: IntakeOptions<Item>) {
  const { mirror, position, counters, clock, onAlive, onEvents } = options;
  /** Objects from the initial events of a watch-list; the cache gets them only when they are complete. */
  let initial = position.needsList ? new Map<string, CachedObject<Item>>() : undefined;
  /** The resource version with which the watch was requested; events must not be older. */
  let start = position.version;
  let batch: ObjectCacheEvent<Item>[] = [];
  let corruptions = 0;
  let wasEventful = false;
  let heard: "bookmark" | "event" | undefined;

  /** Applies pending events to the object cache, and then reports that the watch works. */
  function flush(): void {
    const events = batch;
    batch = [];
    // Set before listeners are called, because they may read the version.
    if (initial === undefined) mirror.reach(position.lostEvents ? undefined : position.version);
    if (events.length > 0) counters.outdated += mirror.apply(events);
    const last = heard;
    heard = undefined;
    if (last === "bookmark") onAlive();
    else if (last === "event") onEvents();
  }

  function takeMalformed({ fault }: MalformedItem): WatchEnd | undefined {
    incrementCounter(counters.malformed, fault);
    // Listing again would return the same invalid object.
    if (fault === "incomplete" && initial !== undefined) return undefined;
    if (fault === "too-large") {
      noteTooLarge();
      return undefined;
    }
    position.lostEvents = true;
    corruptions += 1;
    return corruptions > 1 ? { kind: "corrupt" } : undefined;
  }

  /** Lists again, as a change of an oversized object is missing, perhaps its deletion; at most every ten minutes. */
  function noteTooLarge(): void {
    if (initial !== undefined || clock.monotonicMs() < position.noListForSizeBeforeMs) return;
    position.noListForSizeBeforeMs = clock.monotonicMs() + betweenListsForSizeMs;
    position.lostEvents = true;
  }

  function takeInitial(event: ObjectCacheEvent<Item>, into: Map<string, CachedObject<Item>>): void {
    const { uid, resourceVersion } = event.object.metadata;
    const held = into.get(uid);
    if (held !== undefined && isOlder(resourceVersion, held.metadata.resourceVersion)) return;
    if (event.kind === "delete") into.delete(uid);
    else into.set(uid, mirror.hold(event.object));
  }

  function takeEvent(event: ObjectCacheEvent<Item>): WatchEnd | undefined {
    if (event.kind === "upsert" && excessOfPlaceholder(event.object)) incrementCounter(counters.malformed, "too-large");
    if (initial !== undefined) {
      takeInitial(event, initial);
      return undefined;
    }
    const { resourceVersion } = event.object.metadata;
    if (start !== undefined && isOlder(resourceVersion, start)) {
      // Pending events must be applied before it is known whether this event is newer than the stored object.
      flush();
      if (mirror.isNews(event)) return { kind: "went-back" };
    }
    batch.push(event);
    advancePosition(position, resourceVersion);
    heard ??= "event";
    return undefined;
  }

  function takeBookmark(version: string, endsInitialEvents: boolean): WatchEnd | undefined {
    if (initial !== undefined && !endsInitialEvents) return undefined;
    if (start !== undefined && isOlder(version, start)) return { kind: "went-back" };
    if (initial === undefined) {
      advancePosition(position, version);
    } else {
      mirror.swap(initial.values(), version);
      markSynchronised(position, version);
      initial = undefined;
      start = version;
    }
    heard = "bookmark";
    return undefined;
  }

  return {
    flush,
    get phase(): WatchPhase {
      return initial === undefined ? "watch" : "initial-watch";
    },
    get wasEventful() {
      return wasEventful;
    },
    /** Handles one decoded line of the watch. @returns how the watch ended, if the line ends it */
    take(line: WatchLine<Item>): WatchEnd | undefined {
      wasEventful = true;
      switch (line.kind) {
        case "malformed":
          return takeMalformed(line);
        case "error":
          return { kind: "failed", error: line.error, during: initial === undefined ? "watch" : "initial-watch" };
        case "bookmark":
          return takeBookmark(line.version, line.endsInitialEvents);
        default:
          return takeEvent(line);
      }
    },
  };
}

/** How a watch ended that the API server closed before its initial events were complete. */
export function endBeforeInitialEvents(): WatchEnd {
  const error = invalidResponseError("The garden closed the watch before its initial events were complete");
  return { kind: "failed", error, during: "initial-watch" };
}
