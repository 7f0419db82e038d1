import { useSyncExternalStore } from "react";

export interface ReadableStore<State> {
  readonly get: () => State;
  /** Adds a listener for changes; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Value in server rendering. */
  readonly initial: State;
}

export interface StateStore<State> extends ReadableStore<State> {
  /** Sets the value; setting the same value again notifies nobody. */
  readonly set: (next: State) => void;
}

/**
 * Creates state of this tab that is not data of the garden: it lives beside the query cache and outlives its
 * components.
 *
 * @param whileReceiving called for the first listener, as to start a timer or to listen to other tabs; its result is
 * called after the last one left
 */
export function createStateStore<State>(initial: State, whileReceiving?: () => () => void): StateStore<State> {
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

/** Returns the state or a selected part; renders when it changes. `select` must not return a new object each time. */
export function useStateStore<State>(store: ReadableStore<State>): State;
export function useStateStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part;
export function useStateStore<State, Part>(store: ReadableStore<State>, select?: (state: State) => Part): State | Part {
  const read = (state: State) => (select === undefined ? state : select(state));
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.initial),
  );
}
