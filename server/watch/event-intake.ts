import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { invalidResponseError } from "#server/garden/garden-error.ts";
import type { ServerClock } from "./clock.ts";
import type { Malformed, WatchLine } from "./decode.ts";
import type { ObjectCacheEvent, WritableObjectCache } from "./object-cache.ts";
import type { CachedObject } from "./packed.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import type { WatchEnd, WatchPhase } from "./recovery.ts";
import { count, type WatchCounters } from "./watch-counters.ts";
import { advance, isOlder, synchronised, type WatchPosition } from "./watch-position.ts";

const betweenListsForSizeMs = 600_000;

interface IntakeOptions<Item extends KubeObject> {
  readonly mirror: WritableObjectCache<Item>;
  readonly position: WatchPosition;
  readonly counters: WatchCounters;
  readonly clock: ServerClock;
  /** Called when the mirror is up to date: a bookmark follows all events before it. */
  readonly onAlive: () => void;
  /** Called after events; more may follow. */
  readonly onEvents: () => void;
}

export type EventIntake<Item extends KubeObject> = ReturnType<typeof createEventIntake<Item>>;

/** Applies the lines of one watch to the mirror, in order. */
export function createEventIntake<Item extends KubeObject>(options: IntakeOptions<Item>) {
  const { mirror, position, counters, clock, onAlive, onEvents } = options;
  /** Objects of the initial events; published only when these are complete. */
  let initial = position.needsList ? new Map<string, CachedObject<Item>>() : undefined;
  /** The requested version; the garden must not send older ones. */
  let start = position.version;
  let batch: ObjectCacheEvent<Item>[] = [];
  let corruptions = 0;
  let wasEventful = false;
  let heard: "bookmark" | "event" | undefined;

  /** Publishes pending events, and then reports that the watch is alive. */
  function flush(): void {
    const events = batch;
    batch = [];
    // Set before publishing, because subscribers may read the version.
    if (initial === undefined) mirror.reach(position.lostEvents ? undefined : position.version);
    if (events.length > 0) counters.outdated += mirror.apply(events);
    const last = heard;
    heard = undefined;
    if (last === "bookmark") onAlive();
    else if (last === "event") onEvents();
  }

  function takeMalformed({ fault }: Malformed): WatchEnd | undefined {
    count(counters.malformed, fault);
    // A new list would contain the same object, so relisting would not help.
    if (fault === "incomplete" && initial !== undefined) return undefined;
    if (fault === "too-large") {
      noteTooLarge();
      return undefined;
    }
    position.lostEvents = true;
    corruptions += 1;
    return corruptions > 1 ? { kind: "corrupt" } : undefined;
  }

  /** Something is missing, perhaps a deletion, so relist; but not for every version of such an object. */
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
    if (event.kind === "upsert" && excessOfPlaceholder(event.object)) count(counters.malformed, "too-large");
    if (initial !== undefined) {
      takeInitial(event, initial);
      return undefined;
    }
    const { resourceVersion } = event.object.metadata;
    if (start !== undefined && isOlder(resourceVersion, start)) {
      // Whether it is new is only known after the pending events were applied.
      flush();
      if (mirror.isNews(event)) return { kind: "went-back" };
    }
    batch.push(event);
    advance(position, resourceVersion);
    heard ??= "event";
    return undefined;
  }

  function takeBookmark(version: string, endsInitialEvents: boolean): WatchEnd | undefined {
    if (initial !== undefined && !endsInitialEvents) return undefined;
    if (start !== undefined && isOlder(version, start)) return { kind: "went-back" };
    if (initial === undefined) {
      advance(position, version);
    } else {
      mirror.swap(initial.values(), version);
      synchronised(position, version);
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
    /** Applies a line. @returns the end of the watch, if the line causes it */
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

/** The end for a watch that was closed before its initial events were complete. */
export function endedBeforeSync(): WatchEnd {
  const error = invalidResponseError("The garden closed the watch before its initial events were complete");
  return { kind: "failed", error, during: "initial-watch" };
}
