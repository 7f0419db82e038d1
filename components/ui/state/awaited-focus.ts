/** What a widget tells of its places; tests pass their own. */
export interface Places {
  /** Whether the place is painted, and is the one stop of the Tab key. */
  readonly isStop: (place: string) => boolean;
  readonly focus: (place: string) => void;
  /** Whether the focus has gone elsewhere on the page. */
  readonly hasLeft: () => boolean;
}

/** The place that a key led to, until it can take the focus: it may have to be scrolled to and painted first. */
export class AwaitedFocus {
  #awaited: string | undefined;

  await(place: string): void {
    this.#awaited = place;
  }

  /** Asked after every paint. Who has gone elsewhere meanwhile is not called back. */
  settle({ isStop, focus, hasLeft }: Places): void {
    const place = this.#awaited;
    if (place === undefined) return;
    const left = hasLeft();
    if (!left && !isStop(place)) return;
    this.#awaited = undefined;
    if (!left) focus(place);
  }
}
