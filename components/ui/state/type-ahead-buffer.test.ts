import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TypeAheadBuffer } from "./type-ahead-buffer.ts";

/** The properties of a browser's keyboard event. */
class KeyPress extends Event {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
  readonly #held: readonly string[];

  constructor(key: string, held: readonly string[] = []) {
    super("keydown", { cancelable: true });
    this.key = key;
    this.ctrlKey = held.includes("Control");
    this.altKey = held.includes("Alt");
    this.metaKey = held.includes("Meta");
    this.isComposing = held.includes("composing");
    this.repeat = held.includes("repeat");
    this.#held = held;
  }

  getModifierState(name: string): boolean {
    return this.#held.includes(name);
  }
}

/** A fake element inside a dialog. */
class InDialog extends EventTarget {
  closest(selector: string): InDialog | null {
    return selector.includes("[role=dialog]") ? this : null;
  }
}

describe("what is typed for a field that is still to come", () => {
  const page = new EventTarget();
  let ahead = new TypeAheadBuffer();
  let cancelled = 0;
  const heard: string[] = [];
  const listen = (event: Event) => {
    if (event instanceof KeyPress) heard.push(event.key);
  };
  const press = (key: string, ...held: readonly string[]) => {
    const event = new KeyPress(key, held);
    page.dispatchEvent(event);
    return event;
  };
  const type = (words: string) => {
    for (const letter of words) press(letter);
  };

  beforeEach(() => {
    vi.stubGlobal("Element", InDialog);
    cancelled = 0;
    heard.length = 0;
    ahead = new TypeAheadBuffer();
    ahead.begin(() => {
      cancelled += 1;
    }, page);
    page.addEventListener("keydown", listen);
  });
  afterEach(() => {
    ahead.forget();
    page.removeEventListener("keydown", listen);
    vi.unstubAllGlobals();
  });

  test("is its text, and reaches nothing else on the page", () => {
    type("g clusts");
    press("Backspace");
    type("er");
    press("Shift");
    expect(ahead.text).toBe("g cluster");
    expect(heard, "what is no text").toEqual(["Shift"]);
    expect(press("j").defaultPrevented).toBe(true);
  });

  test("is taken once: then keys mean again what they mean on the page", () => {
    type("eu");
    expect(ahead.isAwaited).toBe(true);
    expect(ahead.take()).toEqual({ text: "eu", isEntered: false });
    expect(ahead.isAwaited).toBe(false);
    type("j");
    expect(heard).toEqual(["j"]);
    expect(ahead.take()).toEqual({ text: "", isEntered: false });
  });

  test("Backspace takes back a whole character, and nothing where nothing was typed", () => {
    press("Backspace");
    type("é🌱");
    press("Backspace");
    expect(ahead.take().text).toBe("é");
  });

  test("Enter counts for the text before it, and more text takes it back", () => {
    type("eu");
    press("Enter");
    expect(ahead.take()).toEqual({ text: "eu", isEntered: true });
    ahead.begin(() => undefined, page);
    type("eu");
    press("Enter");
    type("1");
    expect(ahead.take()).toEqual({ text: "eu1", isEntered: false });
  });

  test("Enter counts neither after a move in a list that nobody sees, nor while it is held down", () => {
    press("ArrowDown");
    press("Enter");
    expect(ahead.take()).toEqual({ text: "", isEntered: false });
    ahead.begin(() => undefined, page);
    press("Enter", "repeat");
    expect(ahead.take()).toEqual({ text: "", isEntered: false });
  });

  test("Escape and a press of the pointer call it off", () => {
    type("eu");
    press("Escape");
    expect([cancelled, ahead.isAwaited, ahead.text]).toEqual([1, false, ""]);
    ahead.begin(() => {
      cancelled += 1;
    }, page);
    type("eu");
    page.dispatchEvent(new Event("pointerdown"));
    expect([cancelled, ahead.isAwaited, ahead.text]).toEqual([2, false, ""]);
  });

  test("keys with modifiers, keys of an input method, and keys of the browser are left alone", () => {
    const left = [
      press("c", "Control"),
      press("v", "Meta"),
      press("ArrowLeft", "Alt"),
      press("a", "composing"),
      press("Process"),
      press("Dead"),
      press("F5"),
    ];
    expect(left.map(({ defaultPrevented }) => defaultPrevented)).toEqual(left.map(() => false));
    expect(heard).toEqual(left.map(({ key }) => key));
    expect(ahead.text).toBe("");
  });

  test("what a layout reaches with AltGr is text", () => {
    press("@", "Control", "Alt", "AltGraph");
    expect(ahead.take().text).toBe("@");
  });

  test("what is typed in a dialog is left to it", () => {
    const dialog = new InDialog();
    ahead.begin(() => undefined, dialog);
    const event = new KeyPress("a");
    dialog.dispatchEvent(event);
    expect([event.defaultPrevented, ahead.text]).toEqual([false, ""]);
  });

  test("a field that does not come gives the keys back and keeps the text for another attempt, without Enter", () => {
    type("eu");
    press("Enter");
    ahead.giveUp();
    type("j");
    expect(heard).toEqual(["j"]);
    ahead.begin(() => undefined, page);
    type("1");
    expect(ahead.take()).toEqual({ text: "eu1", isEntered: false });
  });
});
