import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { GardenError, type GardenErrorReason, invalidResponseError } from "#server/garden/garden-error.ts";
import { pause, rejectOnAbort, type ServerClock } from "./clock.ts";

export type GardenProbe = ReturnType<typeof createGardenProbe>;

interface GardenProbeOptions {
  /** A cheap request with the same credential as the watches. Rejects with a GardenError. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: ServerClock;
  readonly random: () => number;
}

/** Wait before the first request: a short interruption is over before, and the watches then recover by themselves. */
const firstWaitMs = 1_000;
/** Interval between two requests, to which up to 50 % jitter is added. */
const everyMs = 2_000;
const deadlineMs = 4_000;

/** Errors that show that the API server is reachable and accepts the credential. */
const refusals: ReadonlySet<GardenErrorReason> = new Set(["forbidden", "not-found", "method-not-allowed"]);

/** Checks whether a garden that did not answer is reachable again, for all watches together. */
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
     * Sends requests to the garden while there are listeners. After each response, calls them with the time at which
     * its request was sent (monotonic milliseconds). The returned function removes the listener.
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

/** Whether the API server answers a request in time; a refusal counts as an answer. */
export async function isAnswering(
  ask: (signal: AbortSignal) => Promise<unknown>,
  { clock, signal, deadlineMs: within }: { clock: ServerClock; signal: AbortSignal; deadlineMs: number },
): Promise<boolean> {
  const deadline = new AbortController();
  const cancel = clock.startTimer(within, () => deadline.abort());
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    await rejectOnAbort(ask(either), either);
    return true;
  } catch (fault) {
    return fault instanceof GardenError && refusals.has(fault.reason);
  } finally {
    cancel();
  }
}

/** Reads the API server's version, which every credential can do and which costs the API server nothing. */
export async function requestGardenVersion(client: GardenClient, signal: AbortSignal): Promise<void> {
  const { body } = await client.raw(["version"], { signal, once: true });
  if (!isRecord(body)) throw invalidResponseError("The garden does not say which version it is");
}
