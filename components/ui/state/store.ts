import { useSyncExternalStore } from "react";

export interface ReadableStore<State> {
  readonly get: () => State;
  /** Hears of every change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** What the server, which stores nothing, paints. */
  readonly initial: State;
}

export interface Store<State> extends ReadableStore<State> {
  /** The same value again changes nothing, and nobody hears of it. */
  readonly set: (next: State) => void;
}

/**
 * State of this tab that is no data of the garden: it lives beside the query cache and outlives its components.
 *
 * @param whileReceiving begins when the first listener comes, and what it returns ends it when the last one goes: a timer, or
 *   the ear for other tabs
 */
export function createStore<State>(initial: State, whileReceiving?: () => () => void): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  let rest: (() => void) | undefined;
  return {
    initial,
    get: () => state,
    set: (next) => {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) rest ??= whileReceiving?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        rest?.();
        rest = undefined;
      };
    },
  };
}

/** The state, or the part of it that is asked for: paints when that part is another. A part must not be made anew each time. */
export function useStore<State>(store: ReadableStore<State>): State;
export function useStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part;
export function useStore<State, Part>(store: ReadableStore<State>, select?: (state: State) => Part): State | Part {
  const read = (state: State) => (select === undefined ? state : select(state));
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.initial),
  );
}
