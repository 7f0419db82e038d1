import "server-only";
import { compressEventBytes } from "./compress-event-bytes.ts";

/** A server-sent event or comment as bytes: encoded and compressed once, for any number of clients. */
export class EventFrame {
  readonly #plain: Uint8Array;
  #packed: Uint8Array | undefined;

  constructor(text: string) {
    this.#plain = encoder.encode(text);
  }

  bytes(isPacked: boolean): Uint8Array {
    if (!isPacked) return this.#plain;
    this.#packed ??= compressEventBytes(this.#plain);
    return this.#packed;
  }
}

const encoder = new TextEncoder();

/** Encodes one server-sent event. `json` must not contain line breaks; in JSON strings they are escaped. */
export function encodeStreamEvent(json: string, id?: string): EventFrame {
  return new EventFrame(`${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`);
}

/** A server-sent comment, which keeps proxies from closing an idle stream. */
export const heartbeatEvent: EventFrame = new EventFrame(": beat\n\n");

export function encodeRetryDelay(retryMs: number): EventFrame {
  return new EventFrame(`retry: ${Math.round(retryMs)}\n\n`);
}
