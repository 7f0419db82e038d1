import "server-only";
import type { ServerClock } from "./clock.ts";

interface WatchdogOptions {
  readonly clock: ServerClock;
  /** Maximum time without data from now on; called whenever data is received. */
  readonly limitMs: () => number;
  readonly onSilence: () => void;
}

export type Watchdog = ReturnType<typeof startWatchdog>;

/** Detects a connection without data, which may be broken without having been closed. */
export function startWatchdog({ clock, limitMs, onSilence }: WatchdogOptions) {
  let isSilent = false;
  let lastReceivedWallMs = clock.wallMs();
  let cancel = arm();

  function arm(): () => void {
    return clock.startTimer(limitMs(), () => {
      isSilent = true;
      onSilence();
    });
  }

  return {
    heard(): void {
      cancel();
      if (isSilent) return;
      lastReceivedWallMs = clock.wallMs();
      cancel = arm();
    },
    stop: () => cancel(),
    get isSilent() {
      return isSilent;
    },
    get lastReceivedWallMs() {
      return lastReceivedWallMs;
    },
  };
}
