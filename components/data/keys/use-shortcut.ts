import { useEffectEvent, useLayoutEffect } from "react";
import type { ListenableKey } from "#lib/view/keys/key-definitions.ts";
import { userKeyBindingOf } from "./own-key.ts";

/** Whether shortcuts of a single key must be ignored, because the user is typing or a dialog or menu is open. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
    ) !== null
  );
}

/** Whether a key event may trigger a shortcut: not while typing, with a modifier key, or with shortcuts disabled. */
export function isShortcutKeyEvent(event: KeyboardEvent): boolean {
  // Characters typed with AltGr, such as [ on a German keyboard, also set `ctrlKey` and `altKey`.
  const isModified = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  return !(isModified || event.metaKey || event.defaultPrevented || isBusy(event.target) || areShortcutsDisabled());
}

/** Whether single-key shortcuts are off (WCAG 2.1.4: for users of speech input, or who press keys by accident). */
export function areShortcutsDisabled(): boolean {
  return document.documentElement.dataset.keys === "off";
}

/**
 * Runs `act` when a key is pressed anywhere on the page, without modifier keys and outside of inputs. A key bound by
 * the user replaces the default. A layout effect registers the shortcut as soon as its target is rendered.
 */
export function useShortcut(key: ListenableKey, act: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(act);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== userKeyBindingOf(key) || !isShortcutKeyEvent(event)) return;
      event.preventDefault();
      press(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key]);
}
