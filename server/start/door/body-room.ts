import "server-only";

interface Held {
  bytes: number;
  /** Absent once it is whole: it only waits for us then. */
  giveUp: (() => void) | undefined;
}

/** A body that is being received, or waits for its turn. */
export interface HeldBody {
  /** @returns false when there is no room for so much */
  grow(toBytes: number): boolean;
  /** It has come to its end, and is not given up any more. */
  whole(): void;
  release(): void;
}

/**
 * Memory for bodies that are under way. Where it is full, the one that has been under way for longest is given up: whoever
 * holds bodies back loses them, and whoever sends one is served in an instant.
 */
export class BodyRoom {
  readonly #mostBytes: number;
  /** The oldest first. */
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `giveUp` is called when others need the room, and releases it. */
  enter(giveUp: () => void): HeldBody {
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
