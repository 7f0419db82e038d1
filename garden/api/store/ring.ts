import "server-only";
import type { KubeObject } from "#lib/kube/object.ts";

/** Change with the previous object, by which watches with a selector detect objects that start or cease to match. */
export interface CollectionChange {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly version: number;
}

const fewest = 10_000;
const leastAgeMs = 5 * 60_000;

export type RecentChanges = ReturnType<typeof createRecentChanges>;

/** The recent changes of a collection: all of the last five minutes, and at least the last 10,000. */
export function createRecentChanges(now: () => number, firstVersion: number) {
  let events: { readonly event: CollectionChange; readonly at: number }[] = [];
  let forgottenTo = firstVersion;
  const followers = new Set<(event: CollectionChange) => void>();
  const undelivered: CollectionChange[] = [];
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

  /** Delivers events in order: if a follower writes an object, all followers first get the current event. */
  function deliver(): void {
    isDelivering = true;
    for (let event = undelivered.shift(); event !== undefined; event = undelivered.shift()) {
      for (const follower of [...followers]) tell(follower, event);
    }
    isDelivering = false;
  }

  return {
    push(event: CollectionChange): void {
      events.push({ event, at: now() });
      trim();
      undelivered.push(event);
      if (!isDelivering) deliver();
    },
    /** The changes after `version`; undefined if some were already dropped, which the API answers with 410 Gone. */
    since(version: number): readonly CollectionChange[] | undefined {
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
    follow(onEvent: (event: CollectionChange) => void): () => void {
      const knownTo = events.at(-1)?.event.version ?? forgottenTo;
      const follower = (event: CollectionChange): void => {
        if (event.version > knownTo) onEvent(event);
      };
      followers.add(follower);
      return () => {
        followers.delete(follower);
      };
    },
    /** Drops all events, so that watches cannot start before `version`. */
    forgetBefore(version: number): void {
      events = [];
      forgottenTo = version;
    },
  };
}

/** Calls a follower. An error of the follower must neither undo the write nor keep other followers from the event. */
function tell(follower: (event: CollectionChange) => void, event: CollectionChange): void {
  try {
    follower(event);
  } catch (error) {
    console.error("a follower of the embedded garden failed over a change:", error);
  }
}
