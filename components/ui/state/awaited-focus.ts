/** Functions that access the focusable elements of a widget by name; tests pass fakes. */
export interface FocusTargets {
  /** Whether the element with this name is rendered and is the widget's tab stop. */
  readonly isStop: (place: string) => boolean;
  readonly focus: (place: string) => void;
  /** Whether the focus has moved out of the widget. */
  readonly hasLeft: () => boolean;
}

/** Focus target of a key press that may have to be scrolled to and rendered before it can get the focus. */
export class AwaitedFocus {
  #awaited: string | undefined;

  await(place: string): void {
    this.#awaited = place;
  }

  /** Moves the focus if its target is rendered; called after each render. Gives up if the user moved the focus away. */
  settle({ isStop, focus, hasLeft }: FocusTargets): void {
    const place = this.#awaited;
    if (place === undefined) return;
    const left = hasLeft();
    if (!left && !isStop(place)) return;
    this.#awaited = undefined;
    if (!left) focus(place);
  }
}
