import "server-only";
import { packed } from "./packed.ts";

/** An event or comment in wire form: encoded and compressed once, for any number of readers. */
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

/** A frame of one event. `json` must not contain line breaks; JSON strings escape them. */
export function eventFrame(json: string, id?: string): EventFrame {
  return new EventFrame(`${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`);
}

/** A comment frame, which keeps proxies from closing an idle stream. */
export const beatFrame: EventFrame = new EventFrame(": beat\n\n");

export function retryFrame(retryMs: number): EventFrame {
  return new EventFrame(`retry: ${Math.round(retryMs)}\n\n`);
}
