import "server-only";
import type { GardenErrorReason } from "#server/garden/garden-error.ts";
import type { ServerClock } from "./clock.ts";
import { type GardenProbe, isAnswering } from "./garden-probe.ts";

export type Outage = ReturnType<typeof createOutage>;

interface OutageOptions {
  readonly probe?: GardenProbe | undefined;
  /** A minimal list of the mirror's own collection, which may hang while the rest of the garden answers. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly stop: AbortSignal;
}

/** Spread of reconnects when many mirrors are woken at once. */
export const spreadMs = 1_000;
/** Minimum between attempts caused by the probe, so that a mirror whose requests keep failing causes no storm. */
const betweenWakesMs = 4_500;
const wokenLatelyMs = 60_000;
/** How long an attempt may receive nothing before it is aborted; doubled each time, for a slow garden. */
const firstPatienceMs = 3_000;
/** Timeout of the minimal list. */
const askDeadlineMs = 3_000;

/** Reasons that mean the garden did not answer, or did not accept the credential. */
const away: readonly string[] = [
  "unreachable",
  "timeout",
  "unavailable",
  "unauthorized",
  "internal",
  "configuration",
] satisfies GardenErrorReason[];

/** Reasons that may be over once another request is answered: the backoff is then cut short. */
const passing: ReadonlySet<string> = new Set([
  ...away,
  "too-many-requests",
  "expired",
  "version-too-large",
  "bad-answer",
  "corrupt",
  "went-back",
  "closed-at-once",
]);

export function isAway(reason: string): boolean {
  return away.includes(reason);
}

export function mayPass(reason: string): boolean {
  return passing.has(reason);
}

interface Attempt {
  readonly giveUp: AbortController;
  receivedAtMs: number;
  /** Whether the minimal list hung. If it is answered later, the collection is back. */
  wasHanging: boolean;
  isAsking: boolean;
}

/** Handles outages for one mirror: the garden's return cuts waits short and aborts hanging requests. */
export function createOutage({ probe, ask, clock, random, stop }: OutageOptions) {
  let unlisten: (() => void) | undefined;
  let attempt: Attempt | undefined;
  let patienceMs = firstPatienceMs;
  /** Set during a wait. */
  let wakeBy: ((atMs: number) => void) | undefined;
  let wokenMs = Number.NEGATIVE_INFINITY;

  function onAnswer(askedMs: number): void {
    const nowMs = clock.monotonicMs();
    if (wakeBy !== undefined) {
      wakeBy(nowMs + random() * spreadMs);
    } else if (
      attempt !== undefined &&
      askedMs >= attempt.receivedAtMs &&
      nowMs - attempt.receivedAtMs >= firstPatienceMs
    ) {
      void askBeside(attempt);
    }
  }

  /** The garden answers, but an attempt receives nothing: is its collection unavailable, back, or slow? */
  async function askBeside(silent: Attempt): Promise<void> {
    if (silent.isAsking) return;
    const { receivedAtMs } = silent;
    silent.isAsking = true;
    const answers = await isAnswering(ask, { clock, signal: stop, deadlineMs: askDeadlineMs });
    silent.isAsking = false;
    if (attempt !== silent || silent.receivedAtMs !== receivedAtMs) return;
    if (!answers) silent.wasHanging = true;
    else if (silent.wasHanging) silent.giveUp.abort();
    else if (clock.monotonicMs() - receivedAtMs >= patienceMs) {
      patienceMs *= 2;
      silent.giveUp.abort();
    }
  }

  /** Call when the mirror is live, or when the garden's return would change nothing. */
  function end(): void {
    unlisten?.();
    unlisten = undefined;
    patienceMs = firstPatienceMs;
  }

  /** Waits `ms`; less when the garden is back, but at least `atLeastMs`. */
  function wait(ms: number, atLeastMs: number): Promise<void> {
    const begunMs = clock.monotonicMs();
    const floorMs = begunMs - wokenMs < wokenLatelyMs ? betweenWakesMs : 0;
    const earliestMs = begunMs + Math.max(floorMs, atLeastMs);
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        wakeBy = undefined;
        stop.removeEventListener("abort", finish);
        resolve();
      };
      let endsMs = begunMs + ms;
      let cancel = clock.startTimer(ms, finish);
      stop.addEventListener("abort", finish, { once: true });
      wakeBy = (atMs) => {
        const wakeMs = Math.max(atMs, earliestMs);
        if (wakeMs >= endsMs) return;
        cancel();
        endsMs = wakeMs;
        wokenMs = wakeMs;
        cancel = clock.startTimer(wakeMs - clock.monotonicMs(), finish);
      };
      if (stop.aborted) finish();
    });
  }

  return {
    /** Starts listening to the probe, since the mirror is not live. */
    begin(): void {
      if (!stop.aborted) unlisten ??= probe?.listen(onAnswer);
    },
    end,
    wait,
    /** Begins an attempt. The signal fires when it receives nothing although the garden answers other requests. */
    startAttempt(): AbortSignal {
      attempt = {
        giveUp: new AbortController(),
        receivedAtMs: clock.monotonicMs(),
        wasHanging: false,
        isAsking: false,
      };
      return attempt.giveUp.signal;
    },
    /** Call when the attempt received something. */
    heard(): void {
      if (attempt !== undefined) attempt.receivedAtMs = clock.monotonicMs();
    },
    endAttempt(): void {
      attempt = undefined;
    },
  };
}
