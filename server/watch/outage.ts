import "server-only";
import type { GardenErrorReason } from "#server/garden/garden-error.ts";
import type { Clock } from "./clock.ts";
import { type GardenProbe, isAnswering } from "./garden-probe.ts";

export type Outage = ReturnType<typeof createOutage>;

interface OutageOptions {
  readonly probe?: GardenProbe | undefined;
  /** Asks the mirror's own collection for next to nothing: it may hang while the rest of the garden answers. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stop: AbortSignal;
}

/** Many mirrors are woken at once; they come back within this time. */
export const spreadMs = 1_000;
/** Between attempts that the probe has asked for: a mirror whose own requests keep failing makes no storm. */
const betweenWakesMs = 4_500;
const wokenLatelyMs = 60_000;
/** How long an attempt may hear nothing before it gives way; doubled each time, for a garden that is merely slow. */
const firstPatienceMs = 3_000;
/** How long the collection may take to answer for next to nothing. */
const askDeadlineMs = 3_000;

/** The garden did not answer, or did not take the credential. */
const away: readonly string[] = [
  "unreachable",
  "timeout",
  "unavailable",
  "unauthorized",
  "internal",
  "configuration",
] satisfies GardenErrorReason[];

/** Faults of which the answer to another request may be the end: the wait that faults before have made long is over. */
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
  /** The collection hung when it was asked for next to nothing. What is then answered is its return. */
  wasHanging: boolean;
  isAsking: boolean;
}

/** How one mirror sits out an outage: the garden's return ends its waits and its requests that hang. */
export function createOutage({ probe, ask, clock, random, stop }: OutageOptions) {
  let unlisten: (() => void) | undefined;
  let attempt: Attempt | undefined;
  let patienceMs = firstPatienceMs;
  /** Set while there is a wait. */
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

  /** The garden answers, and an attempt hears nothing: is its collection away, back again, or merely slow? */
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

  /** The mirror is live, or the garden's being there would change nothing. */
  function end(): void {
    unlisten?.();
    unlisten = undefined;
    patienceMs = firstPatienceMs;
  }

  /** Waits `ms`; less when the garden is back, but never less than `atLeastMs`. */
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
    /** The mirror is not live, and the probe may say when it is worth asking again. */
    begin(): void {
      if (!stop.aborted) unlisten ??= probe?.listen(onAnswer);
    },
    end,
    wait,
    /** An attempt begins. The signal fires when it hears nothing and the garden answers what is asked beside it. */
    startAttempt(): AbortSignal {
      attempt = {
        giveUp: new AbortController(),
        receivedAtMs: clock.monotonicMs(),
        wasHanging: false,
        isAsking: false,
      };
      return attempt.giveUp.signal;
    },
    /** The attempt was sent something. */
    heard(): void {
      if (attempt !== undefined) attempt.receivedAtMs = clock.monotonicMs();
    },
    endAttempt(): void {
      attempt = undefined;
    },
  };
}
