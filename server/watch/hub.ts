import "server-only";

/** Values to insert or replace, and values to remove. */
export interface CacheDifference<Value> {
  readonly upserts: readonly Value[];
  readonly removes: readonly Value[];
}

/** Messages to subscribers: changes first, then how far the whole can be trusted. */
export type HubMessage<Value> =
  | ({ readonly kind: "difference" } & CacheDifference<Value>)
  | Staleness
  | { readonly kind: "live" };

/** The source cannot be followed. `since` is an RFC 3339 instant. */
export interface Staleness {
  readonly kind: "stale";
  readonly since: string;
  readonly reason: string;
}

/** The part of a pino logger that the watch uses. */
export interface WatchLog {
  warn(details: object, message: string): void;
}

/** Called synchronously on publish: listeners with much to do must defer it. */
export type Listener<Value> = (message: HubMessage<Value>) => void;

export function createHub<Value>(log: WatchLog) {
  /** By subscription, since one listener may have several. */
  const subscribers = new Map<symbol, Listener<Value>>();

  function tell(message: HubMessage<Value>): void {
    for (const [subscription, listener] of [...subscribers]) {
      // An earlier listener may have ended this subscription.
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
