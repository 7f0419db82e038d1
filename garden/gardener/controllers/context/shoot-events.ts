import { type ShootClient, type ShootWatchEvent, shootKeyOf } from "../client/shoot-client.ts";

interface ShootHandlers {
  readonly onEvent: (event: ShootWatchEvent) => void;
  /** Called after all existing Shoots have been passed to `onEvent`. */
  readonly onSynced: () => void;
}

export type ShootEvents = ReturnType<typeof followShoots>;

/**
 * Starts the Shoot watch that all controllers share. Events are delivered one at a time, after the write that caused
 * them has returned, so that the write of one controller does not interrupt another controller.
 */
export function followShoots(client: ShootClient, { onEvent, onSynced }: ShootHandlers) {
  const waiting = new Map<string, Set<() => void>>();
  let pending: (ShootWatchEvent | "synced")[] = [];
  let stopped = false;

  const drain = (): void => {
    const events = pending;
    pending = [];
    for (const event of events) {
      if (stopped) return;
      if (event === "synced") {
        onSynced();
        continue;
      }
      for (const wake of [...(waiting.get(shootKeyOf(event.shoot)) ?? [])]) wake();
      onEvent(event);
    }
  };
  const push = (event: ShootWatchEvent | "synced"): void => {
    pending.push(event);
    if (pending.length === 1) queueMicrotask(drain);
  };
  const unfollow = client.follow(push);
  push("synced");

  return {
    /** Resolves at the next event of this Shoot, or when the signal is aborted. */
    next: (key: string, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = (): void => {
          const wakers = waiting.get(key);
          wakers?.delete(wake);
          if (wakers?.size === 0) waiting.delete(key);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        waiting.set(key, (waiting.get(key) ?? new Set()).add(wake));
        if (signal.aborted) wake();
        else signal.addEventListener("abort", wake, { once: true });
      }),
    stop(): void {
      stopped = true;
      unfollow();
    },
  };
}
