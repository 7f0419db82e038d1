import "server-only";
import { packed } from "./packed.ts";

/** An event, or a comment, as it is sent: made and packed once, however many readers get it. */
export class EventFrame {
  readonly #plain: Uint8Array;
  #packed: Uint8Array | undefined;

  constructor(text: string) {
    this.#plain = encoder.encode(text);
  }

  bytes(isPacked: boolean): Uint8Array {
    if (!isPacked) return this.#plain;
    this.#packed ??= packed(this.#plain);
    return this.#packed;
  }
}

const encoder = new TextEncoder();

/** One event. `json` holds no line break: JSON texts escape theirs. */
export function eventFrame(json: string, id?: string): EventFrame {
  return new EventFrame(`${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`);
}

/** A comment, which keeps proxies from closing a quiet stream. */
export const beatFrame: EventFrame = new EventFrame(": beat\n\n");

export function retryFrame(retryMs: number): EventFrame {
  return new EventFrame(`retry: ${Math.round(retryMs)}\n\n`);
}
