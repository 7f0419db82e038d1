"use client";

import { useLayoutEffect, useRef } from "react";

/** Single keys must not fire while somebody types, nor reach through an open dialog or menu. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest("input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]") !== null
  );
}

/**
 * Runs `act` when the key is pressed anywhere on the page, without modifiers and outside of inputs: from the moment at
 * which what it is about is on the page, not a frame later.
 */
export function useShortcut(key: string, act: (event: KeyboardEvent) => void): void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isBusy(event.target)) return;
      event.preventDefault();
      latest.current(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [key]);
}
