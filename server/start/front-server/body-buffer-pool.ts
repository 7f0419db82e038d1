import "server-only";

interface Held {
  bytes: number;
  /** Refuses the body to free its memory; absent once the body was received completely. */
  giveUp: (() => void) | undefined;
}

/** Memory of a request body that is being received, or was received and is queued. */
export interface BufferedBody {
  /** Requests memory for this many bytes in total. @returns false when there is not enough */
  grow(toBytes: number): boolean;
  /** Marks the body as completely received, after which its memory is not taken away. */
  whole(): void;
  release(): void;
}

/**
 * Memory for request bodies. When it is full, the oldest incomplete body is refused, so that slow senders cannot block
 * fast ones.
 */
export class BodyBufferPool {
  readonly #mostBytes: number;
  /** Bodies in the order in which they began, oldest first. */
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Registers a body. `giveUp` is called when its memory is needed for others; it must release the body. */
  enter(giveUp: () => void): BufferedBody {
    const held: Held = { bytes: 0, giveUp };
    this.#held.add(held);
    return {
      grow: (toBytes) => {
        this.#bytes += toBytes - held.bytes;
        held.bytes = toBytes;
        this.#makeRoom();
        return this.#held.has(held) && this.#bytes <= this.#mostBytes;
      },
      whole: () => {
        held.giveUp = undefined;
      },
      release: () => {
        if (this.#held.delete(held)) this.#bytes -= held.bytes;
      },
    };
  }

  #makeRoom(): void {
    for (const { giveUp } of this.#held) {
      if (this.#bytes <= this.#mostBytes) return;
      giveUp?.();
    }
  }
}
