/** Access to a widget's places; tests pass their own. */
export interface FocusTargets {
  /** Whether the place is rendered and is the widget's tab stop. */
  readonly isStop: (place: string) => boolean;
  readonly focus: (place: string) => void;
  /** Whether the focus has moved elsewhere on the page. */
  readonly hasLeft: () => boolean;
}

/** Pending focus target of a key press: it may have to be scrolled to and rendered before it can take the focus. */
export class AwaitedFocus {
  #awaited: string | undefined;

  await(place: string): void {
    this.#awaited = place;
  }

  /** Called after every render. Gives up if the user has moved the focus elsewhere. */
  settle({ isStop, focus, hasLeft }: FocusTargets): void {
    const place = this.#awaited;
    if (place === undefined) return;
    const left = hasLeft();
    if (!left && !isStop(place)) return;
    this.#awaited = undefined;
    if (!left) focus(place);
  }
}
