import "server-only";
import { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { BodyBufferPool, BufferedBody } from "./body-buffer-pool.ts";

/** Minimum speed of a body. */
export interface Pace {
  /** Time for a connection to reach that speed. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** The slowest supported connection; the largest body then takes less than a minute. */
const slowest: Pace = { graceMs: 10_000, bytesPerSecond: 32 * 1024 };

export interface Receiving {
  readonly mostBytes: number;
  readonly room: BodyBufferPool;
  readonly pace?: Pace | undefined;
}

/** Limit on chunks: each costs as much as a kilobyte. Only an attacker would split a body into single bytes. */
const pieces = { some: 256, bytesEach: 64 } as const;

const retryAfterSeconds = 5;

/** The announced body of a request; undefined when it has none. */
export function announcedBody({ headers }: Pick<IncomingMessage, "headers">): { readonly bytes: number } | undefined {
  // Chunked: the size is not known yet.
  if (headers["transfer-encoding"] !== undefined) return { bytes: 0 };
  const bytes = Number(headers["content-length"] ?? 0);
  return bytes === 0 ? undefined : { bytes };
}

/** The error for a body above the limit. */
export function bodyTooLargeError(limitBytes: number): ProblemError {
  return new ProblemError("too-large", {
    detail: text("A body may have at most {limitBytes} bytes.", { limitBytes }),
  });
}

export interface ReceivedBody {
  /** The same request with its complete, unread body; handlers may rely on it being unread. */
  readonly request: IncomingMessage;
  /** Occupies its room until released. */
  readonly body: BufferedBody;
}

/**
 * Receives the whole body before anything waits for it.
 *
 * @throws ProblemError when it is too large, too slow, or there is no room
 */
export async function receiveBody(request: IncomingMessage, receiving: Receiving): Promise<ReceivedBody> {
  const { mostBytes, room, pace = slowest } = receiving;
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const noRoom = () => {
    const detail = text("More is asked for at once than can be answered. Try again in a moment.");
    reject(new ProblemError("not-ready", { detail, retryAfterSeconds }, { rule: "queue" }));
  };
  const body = room.enter(() => {
    body.release();
    noRoom();
  });
  // One growing buffer: single bytes as separate chunks would take a hundred times the memory.
  let kept = Buffer.alloc(0);
  let bytes = 0;
  const announced = announcedBody(request)?.bytes ?? 0;
  let count = 0;
  const take = (chunk: Buffer) => {
    const end = bytes + chunk.byteLength;
    count += 1;
    if (end > mostBytes) return reject(bodyTooLargeError(mostBytes));
    if (count > pieces.some + end / pieces.bytesEach) {
      return reject(new ProblemError("invalid-request", { detail: "The body comes in too many pieces." }));
    }
    if (end > kept.byteLength) {
      const larger = Buffer.allocUnsafeSlow(Math.min(mostBytes, Math.max(announced, 1_024, 2 * kept.byteLength, end)));
      if (!body.grow(larger.byteLength)) return noRoom();
      kept.copy(larger, 0, 0, bytes);
      kept = larger;
    }
    chunk.copy(kept, bytes);
    bytes = end;
  };
  const brokeOff = () => reject(new ProblemError("invalid-request", { detail: "The body broke off." }));
  const keepPace = () => {
    const leftMs = startedAt + pace.graceMs + (bytes / pace.bytesPerSecond) * 1_000 - performance.now();
    if (leftMs > 0) timer = setTimeout(keepPace, leftMs);
    else reject(new ProblemError("invalid-request", { detail: "The body came too slowly." }));
  };
  let timer = setTimeout(keepPace, pace.graceMs);
  request.on("data", take).on("end", resolve).on("close", brokeOff).on("error", brokeOff);
  try {
    await promise;
    body.whole();
    return { request: withBody(request, kept.subarray(0, bytes)), body };
  } catch (error) {
    body.release();
    throw error;
  } finally {
    clearTimeout(timer);
    request.off("data", take).off("end", resolve).off("close", brokeOff).off("error", brokeOff);
  }
}

function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const whole = new IncomingMessage(request.socket);
  Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.complete = true;
  whole.push(body);
  whole.push(null);
  return whole;
}
