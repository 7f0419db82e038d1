import "server-only";

/** What is to be put, by whatever key, and what is to go. */
export interface Difference<Value> {
  readonly upserts: readonly Value[];
  readonly removes: readonly Value[];
}

/** What subscribers hear: first what to put and what to take away, then how far the whole can be trusted. */
export type HubMessage<Value> =
  | ({ readonly kind: "difference" } & Difference<Value>)
  | Staleness
  | { readonly kind: "live" };

/** The source is not heard any more. `since` is an instant (RFC 3339). */
export interface Staleness {
  readonly kind: "stale";
  readonly since: string;
  readonly reason: string;
}

/** The part of a pino logger that the watch uses. */
export interface WatchLog {
  warn(details: object, message: string): void;
}

/** Hears a message in the turn in which it is published: whoever has much to do notes it down and works later. */
export type Listener<Value> = (message: HubMessage<Value>) => void;

export function createHub<Value>(log: WatchLog) {
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
    publish(difference: Difference<Value>): void {
      if (difference.upserts.length + difference.removes.length > 0) tell({ kind: "difference", ...difference });
    },
    announce(state: Exclude<HubMessage<Value>, { kind: "difference" }>): void {
      tell(state);
    },
    /** The answer ends the subscription. */
    subscribe(listener: Listener<Value>): () => void {
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
