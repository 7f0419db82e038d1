import "server-only";
import type { ServerResponse } from "node:http";
import { type StorageWaiter, skipStorageWait } from "../../persistence/journal.ts";

/** A function that serializes one watch event; it is called only when the event is sent. */
export type WatchFrame = () => string | undefined;

/** Maximum number of unsent events: a client that falls further behind is disconnected and has to list again. */
const mostWaiting = 10_000;
const fullAtBytes = 1024 * 1024;
const chunkLength = 64 * 1024;

export type WatchStream = ReturnType<typeof createWatchStream>;

/**
 * Sends watch events in order, as fast as the client reads them, and not before the write is stored on disk. The
 * `initial` events are not limited, because a collection can have any number of objects.
 */
export function createWatchStream(
  response: ServerResponse,
  initial: Iterable<WatchFrame>,
  whenStored: StorageWaiter = skipStorageWait,
) {
  const pending: Iterator<WatchFrame>[] = [initial[Symbol.iterator]()];
  let waiting: WatchFrame[] = [];
  let isBusy = false;
  let isEnding = false;

  function next(): WatchFrame | undefined {
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
    push(frame: WatchFrame): void {
      if (isEnding || response.destroyed) return;
      if (waiting.length >= mostWaiting) {
        response.destroy();
        return;
      }
      waiting.push(frame);
      if (!isBusy) pumpWhenKept();
    },
    /** Ends the response after all events pushed so far have been sent. */
    end(): void {
      isEnding = true;
      if (!isBusy) pumpWhenKept();
    },
  };
}
