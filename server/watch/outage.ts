import "server-only";
import type { GardenErrorReason } from "#server/garden/garden-error.ts";
import type { ServerClock } from "./clock.ts";
import { type GardenProbe, isAnswering } from "./garden-probe.ts";

export type OutageHandler = ReturnType<typeof createOutageHandler>;

interface OutageOptions {
  readonly probe?: GardenProbe | undefined;
  /** Lists a single object of the watched resource, which may hang although the garden answers other requests. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: ServerClock;
  readonly random: () => number;
  readonly stop: AbortSignal;
}

/** Maximum random delay in milliseconds before each of many watches reconnects after an outage. */
export const maxReconnectDelayMs = 1_000;
/** Minimum time between two early attempts, so that a watch that always fails does not send many requests. */
const betweenWakesMs = 4_500;
const wokenLatelyMs = 60_000;
/** How long an attempt may receive nothing before it is aborted; doubled each time, because the garden may be slow. */
const firstPatienceMs = 3_000;
/** Timeout in milliseconds for the list of a single object. */
const askDeadlineMs = 3_000;

/** Errors that mean that the garden did not answer, or did not accept the credential. */
const away: readonly string[] = [
  "unreachable",
  "timeout",
  "unavailable",
  "unauthorized",
  "internal",
  "configuration",
] satisfies GardenErrorReason[];

/** Errors that may be over as soon as the garden answers another request, so that the wait is then shortened. */
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

export function isGardenUnavailable(reason: string): boolean {
  return away.includes(reason);
}

export function isTemporaryWatchError(reason: string): boolean {
  return passing.has(reason);
}

interface Attempt {
  readonly giveUp: AbortController;
  receivedAtMs: number;
  /** Whether the list of a single object got no answer. If it is answered later, the resource is available again. */
  wasHanging: boolean;
  isAsking: boolean;
}

/** Shortens one watch's outage: when the garden answers again, waits end early and hanging requests are aborted. */
export function createOutageHandler({ probe, ask, clock, random, stop }: OutageOptions) {
  let unlisten: (() => void) | undefined;
  let attempt: Attempt | undefined;
  let patienceMs = firstPatienceMs;
  /** Ends the current wait early; undefined while nothing waits. */
  let wakeBy: ((atMs: number) => void) | undefined;
  let wokenMs = Number.NEGATIVE_INFINITY;

  function onAnswer(askedMs: number): void {
    const nowMs = clock.monotonicMs();
    if (wakeBy !== undefined) {
      wakeBy(nowMs + random() * maxReconnectDelayMs);
    } else if (
      attempt !== undefined &&
      askedMs >= attempt.receivedAtMs &&
      nowMs - attempt.receivedAtMs >= firstPatienceMs
    ) {
      void askBeside(attempt);
    }
  }

  /** Checks whether a resource is unavailable or only slow, as the garden answers but this attempt receives nothing. */
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

  /** Call it when the object cache is live, or when the garden's answers would not change anything. */
  function end(): void {
    unlisten?.();
    unlisten = undefined;
    patienceMs = firstPatienceMs;
  }

  /** Waits `ms`, or less when the garden answers again, but at least `atLeastMs`. */
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
    /** Starts to wait for the garden, because the object cache is not up to date. */
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
    /** Call it when the attempt has received something. */
    heard(): void {
      if (attempt !== undefined) attempt.receivedAtMs = clock.monotonicMs();
    },
    endAttempt(): void {
      attempt = undefined;
    },
  };
}
