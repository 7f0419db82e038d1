"use client";

import { isShortcutKeyEvent, useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { navigationEntries } from "./navigation-entries.ts";
import { useNavigationAddress } from "./use-navigation-address.ts";

/** Time in ms in which the second key must follow `g`. */
const waitMs = 1_500;

/** Registers the shortcuts that open pages: `g`, then the letter of the page. */
export function PageShortcuts() {
  const openPage = useOpenPage();
  const addressOf = useNavigationAddress();
  useShortcut("g", () => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), waitMs);
    // Captured before other listeners, so that the second key does not also trigger its own shortcut.
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Shift") return;
      clearTimeout(timer);
      stop.abort();
      const page = navigationEntries.find(({ letter }) => letter === event.key);
      if (page === undefined || !isShortcutKeyEvent(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      openPage(addressOf(page.href));
    };
    document.addEventListener("keydown", listen, { capture: true, signal: stop.signal });
  });
  return null;
}
