import "server-only";
import type { Clock } from "./clock.ts";

interface WatchdogOptions {
  readonly clock: Clock;
  /** How long there may be silence from now on; asked at every sign of life. */
  readonly limitMs: () => number;
  readonly onSilence: () => void;
}

/** Notices a connection that says nothing: it may be dead without anyone having closed it. */
export interface Watchdog {
  heard(): void;
  stop(): void;
  readonly isSilent: boolean;
  readonly lastReceivedWallMs: number;
}

export function startWatchdog({ clock, limitMs, onSilence }: WatchdogOptions): Watchdog {
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
    heard() {
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
