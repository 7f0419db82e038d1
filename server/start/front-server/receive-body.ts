import "server-only";
import { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { text } from "#lib/language/text.ts";
import { ProblemError } from "#server/boundary/problem.ts";
import type { BodyBufferPool, BufferedBody } from "./body-buffer-pool.ts";

/** Minimum speed at which a request body must arrive. */
export interface MinimumBodySpeed {
  /** Time in milliseconds until a connection must have reached that speed. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** Minimum speed by default; the largest permitted body takes less than a minute with it. */
const slowest: MinimumBodySpeed = { graceMs: 10_000, bytesPerSecond: 32 * 1024 };

export interface ReceiveBodyOptions {
  readonly mostBytes: number;
  readonly room: BodyBufferPool;
  readonly pace?: MinimumBodySpeed | undefined;
}

/** Maximum number of chunks per body. Each costs as much as a kilobyte, and only an attacker sends single bytes. */
const pieces = { some: 256, bytesEach: 64 } as const;

const retryAfterSeconds = 5;

/** Size of a request's body by its headers; undefined if there is none, 0 bytes if the size is not announced. */
export function announcedBodySize({
  headers,
}: Pick<IncomingMessage, "headers">): { readonly bytes: number } | undefined {
  // A chunked body, whose size is not known yet.
  if (headers["transfer-encoding"] !== undefined) return { bytes: 0 };
  const bytes = Number(headers["content-length"] ?? 0);
  return bytes === 0 ? undefined : { bytes };
}

/** The error for a request body above the size limit. */
export function bodyTooLargeError(limitBytes: number): ProblemError {
  return new ProblemError("too-large", {
    detail: text("A body may have at most {limitBytes} bytes.", { limitBytes }),
  });
}

export interface ReceivedBody {
  /** The request with its complete body, which can still be read like that of any request. */
  readonly request: IncomingMessage;
  /** Memory of the body; occupied until it is released. */
  readonly body: BufferedBody;
}

/**
 * Receives a complete request body, before the request is queued.
 *
 * @throws ProblemError when the body is too large or too slow, or when there is no memory for it
 */
export async function receiveBody(request: IncomingMessage, receiving: ReceiveBodyOptions): Promise<ReceivedBody> {
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
  // One growing buffer, since single bytes as separate chunks would need a hundred times the memory.
  let kept = Buffer.alloc(0);
  let bytes = 0;
  const announced = announcedBodySize(request)?.bytes ?? 0;
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
