import { useSyncExternalStore } from "react";

export interface ReadableStore<State> {
  readonly get: () => State;
  /** Adds a listener that is called on every change. @returns a function that removes the listener */
  readonly subscribe: (listener: () => void) => () => void;
  /** Value that is used in server rendering. */
  readonly initial: State;
}

export interface StateStore<State> extends ReadableStore<State> {
  /** Sets the value. Setting the current value again notifies no listener. */
  readonly set: (next: State) => void;
}

/**
 * Creates a store for state of this tab that outlives its components and is not server data.
 * @param whileReceiving called when the first listener is added, for example to start a timer; the function it returns
 * is called after the last listener was removed
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

/** Returns a store's state or selected part and renders on changes. `select` must not return a new object each time. */
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
