/** What was typed for a field. */
export interface Typed {
  readonly text: string;
  /** Enter came last, for this text. */
  readonly isEntered: boolean;
}

const nothing = { text: "", isEntered: false, isUnclear: false };

/** Keys that move in a field or a list: they do nothing until there is one, to the page neither. */
const moves = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Tab|Delete|Insert)$/;

/**
 * Keeps what is typed between the moment at which a text field is asked for and the moment at which it has the focus, while
 * its script is on the way. No key does anything else meanwhile, but for those with modifiers and those of an input method.
 */
export class TypedAhead {
  #typed = nothing;
  #listening: AbortController | undefined;

  get isAwaited(): boolean {
    return this.#listening !== undefined;
  }

  /** So far, for the field's first look. */
  get text(): string {
    return this.#typed.text;
  }

  /**
   * @param onCancel Escape, or a press of the pointer: nobody waits for the field any more
   * @param page where keys and pointer are heard before anything else hears them
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
        // One that is held down since it opened the field was pressed for that.
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

  /** The field has the focus: from now on it hears the keys itself. */
  take(): Typed {
    const { text, isEntered } = this.#typed;
    this.forget();
    return { text, isEntered };
  }

  /** The field does not come: keys mean again what they mean on the page. The text waits for another attempt. */
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
    // Who has moved in a list that nobody sees yet may mean another line than the first one.
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
  // What a layout reaches with AltGr comes with the modifiers that AltGr stands for.
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
