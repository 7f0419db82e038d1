import "server-only";
import type { Clock } from "./clock.ts";

interface WatchdogOptions {
  readonly clock: Clock;
  /** How long there may be silence from now on; asked at every sign of life. */
  readonly limitMs: () => number;
  readonly onSilence: () => void;
}

export type Watchdog = ReturnType<typeof startWatchdog>;

/** Notices a connection that says nothing: it may be dead without anyone having closed it. */
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
