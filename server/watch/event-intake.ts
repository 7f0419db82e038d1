import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";
import { badAnswer } from "#server/garden/garden-error.ts";
import type { Clock } from "./clock.ts";
import type { Malformed, WatchLine } from "./decode.ts";
import type { MirrorEvent, WritableMirror } from "./mirror.ts";
import type { Held } from "./packed.ts";
import { excessOfPlaceholder } from "./placeholder.ts";
import type { Phase, WatchEnd } from "./recovery.ts";
import { count, type WatchCounters } from "./watch-counters.ts";
import { advance, isOlder, synchronised, type WatchPosition } from "./watch-position.ts";

const betweenListsForSizeMs = 600_000;

interface IntakeOptions<Item extends KubeObject> {
  readonly mirror: WritableMirror<Item>;
  readonly position: WatchPosition;
  readonly counters: WatchCounters;
  readonly clock: Clock;
  /** The garden is heard and the mirror is up to date: a bookmark comes after all that it is about. */
  readonly onAlive: () => void;
  /** The garden is heard, and nothing says whether there is more to come. */
  readonly onEvents: () => void;
}

export type EventIntake<Item extends KubeObject> = ReturnType<typeof createEventIntake<Item>>;

/** Takes the lines of one watch, in order, into the mirror. */
export function createEventIntake<Item extends KubeObject>(options: IntakeOptions<Item>) {
  const { mirror, position, counters, clock, onAlive, onEvents } = options;
  /** The collection as the initial events tell it; nothing of it is published before their end. */
  let initial = position.needsList ? new Map<string, Held<Item>>() : undefined;
  /** What the garden was asked for; it may send nothing older. */
  let start = position.version;
  let batch: MirrorEvent<Item>[] = [];
  let corruptions = 0;
  let wasEventful = false;
  let heard: "bookmark" | "event" | undefined;

  /** Publishes what was taken since the last time, and then says that the garden is heard. */
  function flush(): void {
    const events = batch;
    batch = [];
    // Before they are published: whoever hears of them may ask how far it was read.
    if (initial === undefined) mirror.reach(position.lostEvents ? undefined : position.version);
    if (events.length > 0) counters.outdated += mirror.apply(events);
    const last = heard;
    heard = undefined;
    if (last === "bookmark") onAlive();
    else if (last === "event") onEvents();
  }

  function takeMalformed({ fault }: Malformed): WatchEnd | undefined {
    count(counters.malformed, fault);
    // Every list would bring such an object again, so reading everything again cannot mend it.
    if (fault === "incomplete" && initial !== undefined) return undefined;
    if (fault === "too-large") {
      noteTooLarge();
      return undefined;
    }
    position.lostEvents = true;
    corruptions += 1;
    return corruptions > 1 ? { kind: "corrupt" } : undefined;
  }

  /** Something is missing, perhaps a deletion: a list tells. It is not repeated for each version of one such object. */
  function noteTooLarge(): void {
    if (initial !== undefined || clock.monotonicMs() < position.noListForSizeBeforeMs) return;
    position.noListForSizeBeforeMs = clock.monotonicMs() + betweenListsForSizeMs;
    position.lostEvents = true;
  }

  function takeInitial(event: MirrorEvent<Item>, into: Map<string, Held<Item>>): void {
    const { uid, resourceVersion } = event.object.metadata;
    const held = into.get(uid);
    if (held !== undefined && isOlder(resourceVersion, held.metadata.resourceVersion)) return;
    if (event.kind === "delete") into.delete(uid);
    else into.set(uid, mirror.hold(event.object));
  }

  function takeEvent(event: MirrorEvent<Item>): WatchEnd | undefined {
    if (event.kind === "upsert" && excessOfPlaceholder(event.object)) count(counters.malformed, "too-large");
    if (initial !== undefined) {
      takeInitial(event, initial);
      return undefined;
    }
    const { resourceVersion } = event.object.metadata;
    if (start !== undefined && isOlder(resourceVersion, start)) {
      // Whether it is news is only known when the events before it are in the mirror.
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
    get phase(): Phase {
      return initial === undefined ? "watch" : "initial-watch";
    },
    get wasEventful() {
      return wasEventful;
    },
    /** The end of the watch, if this line is its end. */
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

/** A watch that began with the present objects was closed before it had told all of them. */
export function endedBeforeSync(): WatchEnd {
  const error = badAnswer("The garden closed the watch before its initial events were complete");
  return { kind: "failed", error, during: "initial-watch" };
}
