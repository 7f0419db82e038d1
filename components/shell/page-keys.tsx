"use client";

import { isSingleKey, useShortcut } from "#components/data/keys/use-shortcut.ts";
import { useOpenPage } from "#components/ui/address/use-open-page.ts";
import { navigation } from "./navigation.ts";
import { usePageAddress } from "./use-page-address.ts";

/** How long `g` waits for its second key. */
const waitMs = 1_500;

/** Shortcuts that open a page: `g`, then the page's letter. */
export function PageKeys() {
  const openPage = useOpenPage();
  const addressOf = usePageAddress();
  useShortcut("g", () => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), waitMs);
    // Registered before other listeners, because the second key has precedence over its own shortcut.
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Shift") return;
      clearTimeout(timer);
      stop.abort();
      const page = navigation.find(({ letter }) => letter === event.key);
      if (page === undefined || !isSingleKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      openPage(addressOf(page.href));
    };
    document.addEventListener("keydown", listen, { capture: true, signal: stop.signal });
  });
  return null;
}
