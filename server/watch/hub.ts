import "server-only";

/** Objects that were added or changed, and objects that were removed. */
export interface CacheDifference<Value> {
  readonly upserts: readonly Value[];
  readonly removes: readonly Value[];
}

/** What listeners are told: changed objects, or that the data became stale or live. */
export type HubMessage<Value> =
  | ({ readonly kind: "difference" } & CacheDifference<Value>)
  | Staleness
  | { readonly kind: "live" };

/** The data is out of date since the RFC 3339 time `since`. */
export interface Staleness {
  readonly kind: "stale";
  readonly since: string;
  readonly reason: string;
}

/** The method of a pino logger that the watch code uses. */
export interface WatchLog {
  warn(details: object, message: string): void;
}

/** Called synchronously for each message; a listener with much to do must defer it. */
export type Listener<Value> = (message: HubMessage<Value>) => void;

export function createHub<Value>(log: WatchLog) {
  /** Listeners by subscription, since one listener may be subscribed several times. */
  const subscribers = new Map<symbol, Listener<Value>>();

  function tell(message: HubMessage<Value>): void {
    for (const [subscription, listener] of [...subscribers]) {
      // A listener that was called before may have ended this subscription.
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
    publish(difference: CacheDifference<Value>): void {
      if (difference.upserts.length + difference.removes.length > 0) tell({ kind: "difference", ...difference });
    },
    announce(state: Exclude<HubMessage<Value>, { kind: "difference" }>): void {
      tell(state);
    },
    /** @returns a function that ends the subscription */
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
