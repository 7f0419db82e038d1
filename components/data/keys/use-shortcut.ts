import { useEffectEvent, useLayoutEffect } from "react";
import type { PageKey } from "#lib/view/keys/key-definitions.ts";
import { ownKey } from "./own-key.ts";

/** Single keys must not fire while somebody types, nor reach through an open dialog or menu. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
    ) !== null
  );
}

/** Whether a single key may do something now: not while somebody types or holds a modifier, nor where they are off. */
export function isSingleKey(event: KeyboardEvent): boolean {
  // What a layout reaches with AltGr, such as [ in German, comes with the modifiers that AltGr stands for.
  const isModified = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
  return !(isModified || event.metaKey || event.defaultPrevented || isBusy(event.target) || areKeysOff());
}

/** WCAG 2.1.4: who speaks to the computer, or hits keys by accident, can switch off what a single character does. */
export function areKeysOff(): boolean {
  return document.documentElement.dataset.keys === "off";
}

/**
 * Runs `act` when the key, or the one that the reader has chosen instead, is pressed anywhere on the page, without
 * modifiers and outside of inputs: from the moment at
 * which what it is about is on the page, not a frame later.
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
