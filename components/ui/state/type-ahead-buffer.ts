/** Text that the user has typed before an input was loaded. */
export interface TypedAheadText {
  readonly text: string;
  /** Whether Enter was the last key. */
  readonly isEntered: boolean;
}

const nothing = { text: "", isEntered: false, isUnclear: false };

/** Keys that move the cursor or the selection. They are ignored before the input is loaded. */
const moves = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Tab|Delete|Insert)$/;

/**
 * Buffers the keys that the user presses between opening a text input and its first focus, while its script is loading.
 * Keys have no other effect meanwhile, except with modifier keys or an input method.
 */
export class TypeAheadBuffer {
  #typed = nothing;
  #listening: AbortController | undefined;

  get isAwaited(): boolean {
    return this.#listening !== undefined;
  }

  /** Text typed so far, for the first render of the input. */
  get text(): string {
    return this.#typed.text;
  }

  /**
   * @param onCancel called on Escape or a pointer press, when the buffered keys are no longer wanted
   * @param page event target at which keys are captured before other listeners
   */
  begin(onCancel: () => void, page: EventTarget = window): void {
    this.#listening?.abort();
    this.#listening = new AbortController();
    const options = { capture: true, signal: this.#listening.signal };
    const cancel = () => {
      this.forget();
      onCancel();
    };
    page.addEventListener(
      "keydown",
      (event) => {
        if (!isKey(event) || isLeftAlone(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.key === "Escape") cancel();
        // A repeated Enter is still the key press that opened the field.
        else if (event.key !== "Enter" || !event.repeat) this.#add(event.key);
      },
      options,
    );
    page.addEventListener(
      "pointerdown",
      // A press on the button that opened the input is ignored here, because that button closes it itself.
      ({ target }) => isWithin(target, "[aria-expanded=true]") || cancel(),
      options,
    );
  }

  /** Returns the typed text and stops buffering; called when the input has the focus. */
  take(): TypedAheadText {
    const { text, isEntered } = this.#typed;
    this.forget();
    return { text, isEntered };
  }

  /** Stops buffering if the input cannot be loaded, so that page keys work again; the text is kept for a retry. */
  giveUp(): void {
    this.#end();
    this.#typed = { ...this.#typed, isEntered: false };
  }

  forget(): void {
    this.#end();
    this.#typed = nothing;
  }

  #end(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  #add(key: string): void {
    const { text, isUnclear } = this.#typed;
    // After arrow keys in a list that is not visible yet, Enter could choose any line and is therefore ignored.
    if (key === "Enter") this.#typed = { text, isUnclear, isEntered: !isUnclear };
    else if (moves.test(key)) this.#typed = { text, isUnclear: true, isEntered: false };
    else this.#typed = { text: key === "Backspace" ? withoutLast(text) : text + key, isUnclear, isEntered: false };
  }
}

function isKey(event: Event): event is KeyboardEvent {
  return "key" in event;
}

function isLeftAlone(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, isComposing, target } = event;
  // Characters typed with AltGr also set `ctrlKey` and `altKey`.
  if (isComposing || metaKey || ((ctrlKey || altKey) && !event.getModifierState("AltGraph"))) return true;
  const isMeant =
    [...key].length === 1 || key === "Backspace" || key === "Enter" || key === "Escape" || moves.test(key);
  return !isMeant || isWithin(target, "[role=dialog], [role=alertdialog], [role=menu]");
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function withoutLast(text: string): string {
  return [...text].slice(0, -1).join("");
}
