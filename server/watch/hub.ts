import "server-only";
import { type Change, isNoChange, toDifference } from "./objects/change.ts";
import type { WatchLog } from "./watch-log.ts";

/** What subscribers hear: first what to put and what to take away, then how far the whole can be trusted. */
export type HubMessage<Value> =
  | { readonly kind: "difference"; readonly upserts: readonly Value[]; readonly removes: readonly Value[] }
  | Staleness
  | { readonly kind: "live" };

/** The source is not heard any more. `since` is an instant (RFC 3339). */
export interface Staleness {
  readonly kind: "stale";
  readonly since: string;
  readonly reason: string;
}

/** Hears a message in the turn in which it is published: whoever has much to do notes it down and works later. */
export type Listener<Value> = (message: HubMessage<Value>) => void;

export interface Hub<Value> {
  publish(change: Change<Value>): void;
  announce(state: Exclude<HubMessage<Value>, { kind: "difference" }>): void;
  /** The answer ends the subscription. */
  subscribe(listener: Listener<Value>): () => void;
  readonly size: number;
}

export function createHub<Value>(log: WatchLog): Hub<Value> {
  /** By subscription, since one listener may have several. */
  const subscribers = new Map<symbol, Listener<Value>>();

  function tell(message: HubMessage<Value>): void {
    for (const [subscription, listener] of [...subscribers]) {
      // Whoever was served before may have ended this one.
      if (!subscribers.has(subscription)) continue;
      try {
        listener(message);
      } catch (error) {
        subscribers.delete(subscription);
        log.warn({ err: error }, "A subscriber failed and is served no more");
      }
    }
  }

  return {
    publish(change) {
      if (!isNoChange(change)) tell({ kind: "difference", ...toDifference(change) });
    },
    announce: tell,
    subscribe(listener) {
      const subscription = Symbol("subscription");
      subscribers.set(subscription, listener);
      return () => {
        subscribers.delete(subscription);
      };
    },
    get size() {
      return subscribers.size;
    },
  };
}
