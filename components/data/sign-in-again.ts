import { useSyncExternalStore } from "react";

let asking = false;
const listeners = new Set<() => void>();

/** Opens or closes the dialog in which a person signs in again without leaving the page. */
export function askToSignIn(open: boolean): void {
  asking = open;
  for (const listener of listeners) listener();
}

export function useAskedToSignIn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asking,
    () => false,
  );
}
