import { useEffectEvent, useLayoutEffect } from "react";
import type { PageKey } from "#lib/view/keys/key-definitions.ts";
import { ownKey } from "./own-key.ts";

/** Whether single-key shortcuts must be ignored: while typing, or behind an open dialog or menu. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
    ) !== null
  );
}

/** Whether a key event may trigger a shortcut: not while typing, with a modifier, or with shortcuts switched off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  // Characters typed with AltGr, such as [ on a German layout, report ctrl and alt as pressed.
  const isModified = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  return !(isModified || event.metaKey || event.defaultPrevented || isBusy(event.target) || areKeysOff());
}

/** Whether single-key shortcuts are off (WCAG 2.1.4: for users of speech input, or who press keys by accident). */
export function areKeysOff(): boolean {
  return document.documentElement.dataset.keys === "off";
}

/**
 * Runs `act` when the key, or the user's own binding for it, is pressed anywhere on the page without modifiers and
 * outside of inputs. Uses a layout effect: the shortcut works as soon as its target is rendered, not a frame later.
 */
export function useShortcut(key: PageKey, act: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(act);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== ownKey(key) || !isSingleKey(event)) return;
      event.preventDefault();
      press(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key]);
}
