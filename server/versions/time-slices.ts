import "server-only";
import { setImmediate } from "node:timers/promises";
import { ProblemError } from "../boundary/problem.ts";
import { GardenError } from "../garden/garden-error.ts";

/** Others are served in between. */
const sliceMs = 20;

/**
 * The pauses of one long computation, to be awaited between its pieces: once a slice of time is used up, everybody else
 * gets their turn. Rejects when the answer is of no use any more.
 */
export function timeSlices(signal: AbortSignal): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async function pause() {
    if (performance.now() >= endsAt) {
      await setImmediate();
      endsAt = performance.now() + sliceMs;
    }
    if (!signal.aborted) return;
    if (signal.reason instanceof ProblemError) throw signal.reason;
    throw new GardenError({ reason: "aborted", message: "Nobody waits for the answer any more" });
  };
}
