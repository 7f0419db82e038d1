import "server-only";

interface Held {
  bytes: number;
  /** Absent once the body is complete: then it only waits for its turn. */
  giveUp: (() => void) | undefined;
}

/** A body that is being received, or waits for its turn. */
export interface BufferedBody {
  /** @returns false when there is not enough room */
  grow(toBytes: number): boolean;
  /** Marks the body as complete, so that it is no longer given up. */
  whole(): void;
  release(): void;
}

/**
 * Memory for request bodies. When it is full, the oldest incomplete body is given up: slow senders lose theirs, and
 * fast ones are served.
 */
export class BodyBufferPool {
  readonly #mostBytes: number;
  /** Oldest first. */
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `giveUp` is called when others need the room; it must release the body. */
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
