import "server-only";
import { isRecord } from "#lib/kube/wire.ts";
import type { GardenClient } from "#server/garden/garden-client.ts";
import { badAnswer, GardenError, type GardenErrorReason } from "#server/garden/garden-error.ts";
import { type Clock, orAborted, pause } from "./clock.ts";

export type GardenProbe = ReturnType<typeof createGardenProbe>;

interface GardenProbeOptions {
  /** One cheap request with the mirrors' own credential. Rejects with a GardenError. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A blip is over sooner by the first, short wait of the mirror that met it. */
const firstWaitMs = 1_000;
/** Between questions; stretched by up to half of it. */
const everyMs = 2_000;
const deadlineMs = 4_000;

/** A garden that refuses is there, and takes the credential. */
const refusals: ReadonlySet<GardenErrorReason> = new Set(["forbidden", "not-found", "method-not-allowed"]);

/** Finds out for all mirrors at once when a garden that was away is back. */
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
     * Asks the garden for as long as anybody listens, one question at a time, and says at each answer when its question was
     * put (monotonic milliseconds). The answer of this function ends it.
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

/** Whether a question is answered in time; a refusal is an answer too. */
export async function isAnswering(
  ask: (signal: AbortSignal) => Promise<unknown>,
  { clock, signal, deadlineMs: within }: { clock: Clock; signal: AbortSignal; deadlineMs: number },
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

/** What a probe asks: every credential may read it, and the garden answers it from memory. */
export async function askForVersion(client: GardenClient, signal: AbortSignal): Promise<void> {
  const { body } = await client.raw(["version"], { signal, once: true });
  if (!isRecord(body)) throw badAnswer("The garden does not say which version it is");
}
