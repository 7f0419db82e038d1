import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason, invalidResponseError } from "#server/garden/garden-error.ts";
import { orAborted, pause, type ServerClock } from "./clock.ts";

export type GardenProbe = ReturnType<typeof createGardenProbe>;

interface GardenProbeOptions {
  /** A cheap request with the mirrors' own credential. Rejects with a GardenError. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: ServerClock;
  readonly random: () => number;
}

/** A shorter blip ends sooner through the first backoff of the affected mirror. */
const firstWaitMs = 1_000;
/** Interval between requests, with up to 50 % jitter. */
const everyMs = 2_000;
const deadlineMs = 4_000;

/** A refusal proves that the garden is there and accepts the credential. */
const refusals: ReadonlySet<GardenErrorReason> = new Set(["forbidden", "not-found", "method-not-allowed"]);

/** Detects for all mirrors when an unreachable garden is back. */
export function createGardenProbe({ ask, clock, random }: GardenProbeOptions) {
  const listeners = new Map<symbol, (askedMs: number) => void>();
  let stop = new AbortController();
  let nextMs = Number.NEGATIVE_INFINITY;

  async function askUntil(signal: AbortSignal): Promise<void> {
    let waitMs = Math.max(firstWaitMs, nextMs - clock.monotonicMs());
    for (;;) {
      await pause(clock, waitMs, signal);
      if (signal.aborted) return;
      const askedMs = clock.monotonicMs();
      nextMs = askedMs + everyMs * (1 + random() / 2);
      const answers = await isAnswering(ask, { clock, signal, deadlineMs });
      if (signal.aborted) return;
      if (answers) for (const onAnswer of [...listeners.values()]) onAnswer(askedMs);
      waitMs = Math.max(0, nextMs - clock.monotonicMs());
    }
  }

  return {
    /**
     * Probes the garden while there are listeners, one request at a time. Calls back after each response with the time
     * at which its request was sent (monotonic milliseconds). The returned function ends the subscription.
     */
    listen(onAnswer: (askedMs: number) => void): () => void {
      const listener = Symbol("listener");
      listeners.set(listener, onAnswer);
      if (listeners.size === 1) {
        stop = new AbortController();
        void askUntil(stop.signal);
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop.abort();
      };
    },
  };
}

/** Whether a request is answered in time; a refusal counts as an answer. */
export async function isAnswering(
  ask: (signal: AbortSignal) => Promise<unknown>,
  { clock, signal, deadlineMs: within }: { clock: ServerClock; signal: AbortSignal; deadlineMs: number },
): Promise<boolean> {
  const deadline = new AbortController();
  const cancel = clock.startTimer(within, () => deadline.abort());
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    await orAborted(ask(either), either);
    return true;
  } catch (fault) {
    return fault instanceof GardenError && refusals.has(fault.reason);
  } finally {
    cancel();
  }
}

/** The probe's request: every credential can read it, and the garden answers from memory. */
export async function askForVersion(client: GardenClient, signal: AbortSignal): Promise<void> {
  const { body } = await client.raw(["version"], { signal, once: true });
  if (!isRecord(body)) throw invalidResponseError("The garden does not say which version it is");
}
