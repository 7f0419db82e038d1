/** Text typed for an input. */
export interface Typed {
  readonly text: string;
  /** Enter was the last key. */
  readonly isEntered: boolean;
}

const nothing = { text: "", isEntered: false, isUnclear: false };

/** Keys that move in an input or list: ignored until there is one, and not passed to the page. */
const moves = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Tab|Delete|Insert)$/;

/**
 * Buffers keystrokes between opening a text field and its first focus, while its script loads. No key has another
 * effect meanwhile, except combinations with modifiers and keys of an input method.
 */
export class TypedAhead {
  #typed = nothing;
  #listening: AbortController | undefined;

  get isAwaited(): boolean {
    return this.#listening !== undefined;
  }

  /** Text so far, for the first render of the field. */
  get text(): string {
    return this.#typed.text;
  }

  /**
   * @param onCancel called on Escape or a pointer press: the field is no longer wanted
   * @param page event target where keys and pointer events are captured before other listeners
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
      // The button that opened it closes it itself.
      ({ target }) => isWithin(target, "[aria-expanded=true]") || cancel(),
      options,
    );
  }

  /** Called when the field has the focus and handles keys itself. */
  take(): Typed {
    const { text, isEntered } = this.#typed;
    this.forget();
    return { text, isEntered };
  }

  /** Called when the field cannot be loaded: keys work on the page again. The text is kept for another attempt. */
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
    // After moving in a list that is not visible yet, Enter may mean another line than the first.
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
  // Characters typed with AltGr report ctrl and alt as pressed.
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
