import "server-only";
import type { Clock } from "./clock.ts";

type Silence = "soft" | "hard";

interface WatchdogOptions {
  readonly clock: Clock;
  /** How long there may be silence now; asked at every byte, because it changes as bookmarks are seen. */
  readonly limit: () => { readonly ms: number; readonly silence: Silence };
  readonly onSilence: () => void;
}

/** Notices a connection that says nothing: it may be dead without anyone having closed it. */
export interface Watchdog {
  heard(): void;
  stop(): void;
  readonly silence: Silence | undefined;
  readonly lastHeardWallMs: number;
}

export function startWatchdog({ clock, limit, onSilence }: WatchdogOptions): Watchdog {
  let silence: Silence | undefined;
  let lastHeardWallMs = clock.wallMs();
  let cancel = arm();

  function arm(): () => void {
    const { ms, silence: kind } = limit();
    return clock.startTimer(ms, () => {
      silence = kind;
      onSilence();
    });
  }

  return {
    heard() {
      cancel();
      if (silence !== undefined) return;
      lastHeardWallMs = clock.wallMs();
      cancel = arm();
    },
    stop: () => cancel(),
    get silence() {
      return silence;
    },
    get lastHeardWallMs() {
      return lastHeardWallMs;
    },
  };
}
