import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

/** A change with the previous object, from which watches with a selector see that it starts or ceases to match. */
export interface RingEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly version: number;
}

const fewest = 10_000;
const leastAgeMs = 5 * 60_000;

export type WatchRing = ReturnType<typeof createRing>;

/** The recent changes of a collection, at least 10,000 and those of five minutes, and its followers. */
export function createRing(now: () => number, firstVersion: number) {
  let events: { readonly event: RingEvent; readonly at: number }[] = [];
  let forgottenTo = firstVersion;
  const followers = new Set<(event: RingEvent) => void>();
  const undelivered: RingEvent[] = [];
  let isDelivering = false;

  function trim(): void {
    if (events.length < fewest * 2) return;
    const until = now() - leastAgeMs;
    const surplus = events.length - fewest;
    let drop = 0;
    while (drop < surplus && (events[drop]?.at ?? 0) < until) drop += 1;
    if (drop === 0) return;
    forgottenTo = events[drop - 1]?.event.version ?? forgottenTo;
    events = events.slice(drop);
  }

  /** Delivers events in order: the event of a follower's write comes after all followers got the current one. */
  function deliver(): void {
    isDelivering = true;
    for (let event = undelivered.shift(); event !== undefined; event = undelivered.shift()) {
      for (const follower of [...followers]) tell(follower, event);
    }
    isDelivering = false;
  }

  return {
    push(event: RingEvent): void {
      events.push({ event, at: now() });
      trim();
      undelivered.push(event);
      if (!isDelivering) deliver();
    },
    /** The changes after `version`; undefined if they are no longer complete (410). */
    since(version: number): readonly RingEvent[] | undefined {
      if (version < forgottenTo) return undefined;
      let low = 0;
      let high = events.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((events[middle]?.event.version ?? 0) <= version) low = middle + 1;
        else high = middle;
      }
      return events.slice(low).map(({ event }) => event);
    },
    follow(onEvent: (event: RingEvent) => void): () => void {
      const knownTo = events.at(-1)?.event.version ?? forgottenTo;
      const follower = (event: RingEvent): void => {
        if (event.version > knownTo) onEvent(event);
      };
      followers.add(follower);
      return () => {
        followers.delete(follower);
      };
    },
    /** Drops all events: changes up to and including `version` cannot be replayed. */
    forgetBefore(version: number): void {
      events = [];
      forgottenTo = version;
    },
  };
}

/** Calls a follower. Its error must neither undo the write nor keep the event from others. */
function tell(follower: (event: RingEvent) => void, event: RingEvent): void {
  try {
    follower(event);
  } catch (error) {
    console.error("a follower of the embedded garden failed over a change:", error);
  }
}
