import "server-only";
import { type Change, isNoChange, toDifference } from "#lib/live/change.ts";
import { squash } from "#lib/live/squash.ts";
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

/** A listener that answers with a promise gets its next message when that is settled. */
export type Listener<Value> = (message: HubMessage<Value>) => void | Promise<void>;

export interface Hub<Value> {
  publish(change: Change<Value>): void;
  announce(state: Exclude<HubMessage<Value>, { kind: "difference" }>): void;
  /** The answer ends the subscription. */
  subscribe(listener: Listener<Value>): () => void;
  readonly size: number;
}

interface Subscriber<Value> {
  readonly listener: Listener<Value>;
  busy: boolean;
  /** What a slow listener has missed, squashed: it never grows beyond the set itself, and nothing in it is lost. */
  missed: Change<Value> | undefined;
  missedState: HubMessage<Value> | undefined;
}

export function createHub<Value>(log: WatchLog): Hub<Value> {
  const subscribers = new Set<Subscriber<Value>>();

  function drop(subscriber: Subscriber<Value>, error: unknown): void {
    subscribers.delete(subscriber);
    log.warn({ err: error }, "A subscriber failed and is served no more");
  }

  function deliver(subscriber: Subscriber<Value>, message: HubMessage<Value>): void {
    try {
      const answer = subscriber.listener(message);
      if (answer === undefined) return;
      subscriber.busy = true;
      answer.then(
        () => {
          subscriber.busy = false;
          catchUp(subscriber);
        },
        (error: unknown) => drop(subscriber, error),
      );
    } catch (error) {
      drop(subscriber, error);
    }
  }

  function catchUp(subscriber: Subscriber<Value>): void {
    const { missed, missedState } = subscriber;
    if (missed !== undefined) {
      subscriber.missed = undefined;
      if (subscribers.has(subscriber)) deliver(subscriber, { kind: "difference", ...toDifference(missed) });
    }
    if (missedState === undefined || subscriber.busy) return;
    subscriber.missedState = undefined;
    if (subscribers.has(subscriber)) deliver(subscriber, missedState);
  }

  return {
    publish(change) {
      if (isNoChange(change)) return;
      const message: HubMessage<Value> = { kind: "difference", ...toDifference(change) };
      for (const subscriber of [...subscribers]) {
        if (subscriber.busy) {
          const whole = subscriber.missed === undefined ? change : squash(subscriber.missed, change);
          subscriber.missed = isNoChange(whole) ? undefined : whole;
        } else if (subscribers.has(subscriber)) {
          deliver(subscriber, message);
        }
      }
    },
    announce(state) {
      for (const subscriber of [...subscribers]) {
        if (subscriber.busy) subscriber.missedState = state;
        else if (subscribers.has(subscriber)) deliver(subscriber, state);
      }
    },
    subscribe(listener) {
      const subscriber: Subscriber<Value> = { listener, busy: false, missed: undefined, missedState: undefined };
      subscribers.add(subscriber);
      return () => {
        subscribers.delete(subscriber);
      };
    },
    get size() {
      return subscribers.size;
    },
  };
}
