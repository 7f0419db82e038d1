"use client";

import { createStore } from "#components/ui/state/store.ts";

/** Whether the help is open. */
export const helpDoor = createStore(false);

export function openHelp(): void {
  helpDoor.set(true);
}
