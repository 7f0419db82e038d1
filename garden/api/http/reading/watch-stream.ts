import "server-only";
import type { ServerResponse } from "node:http";
import { storedInMemory, type WhenStored } from "../../persistence/journal.ts";

/** The next line of a watch, serialized only when it is sent. */
export type Frame = () => string | undefined;

/** Maximum backlog in frames: a client further behind is disconnected and has to list again. */
const mostWaiting = 10_000;
const fullAtBytes = 1024 * 1024;
const chunkLength = 64 * 1024;

export type WatchStream = ReturnType<typeof createWatchStream>;

/**
 * Sends frames in order, as fast as the client reads them, and never before the write is stored. `initial` frames do
 * not count towards the backlog limit: a large collection can have more of them.
 */
export function createWatchStream(
  response: ServerResponse,
  initial: Iterable<Frame>,
  whenStored: WhenStored = storedInMemory,
) {
  const pending: Iterator<Frame>[] = [initial[Symbol.iterator]()];
  let waiting: Frame[] = [];
  let isBusy = false;
  let isEnding = false;

  function next(): Frame | undefined {
    const [first] = pending;
    const step = first?.next();
    if (step !== undefined && step.done !== true) return step.value;
    pending.shift();
    if (pending.length === 0 && waiting.length > 0) {
      pending.push(waiting[Symbol.iterator]());
      waiting = [];
    }
    return pending.length === 0 ? undefined : next();
  }

  function pump(): void {
    isBusy = false;
    if (response.destroyed || response.writableEnded) return;
    let chunk = "";
    for (let frame = next(); frame !== undefined; frame = next()) {
      chunk += frame() ?? "";
      if (chunk.length >= chunkLength) break;
    }
    if (chunk !== "") response.write(chunk);
    if (response.writableLength > fullAtBytes) {
      isBusy = true;
      response.once("drain", pumpWhenKept);
    } else if (chunk.length >= chunkLength) {
      isBusy = true;
      setImmediate(pumpWhenKept); // serve other requests between chunks
    } else if (isEnding) response.end();
  }

  function pumpWhenKept(): void {
    isBusy = true;
    whenStored(pump, () => response.destroy());
  }

  // A write error after the client has disconnected is expected.
  response.on("error", () => response.destroy());
  pumpWhenKept();

  return {
    push(frame: Frame): void {
      if (isEnding || response.destroyed) return;
      if (waiting.length >= mostWaiting) {
        response.destroy();
        return;
      }
      waiting.push(frame);
      if (!isBusy) pumpWhenKept();
    },
    /** Ends the response after the frames pushed so far. */
    end(): void {
      isEnding = true;
      if (!isBusy) pumpWhenKept();
    },
  };
}
