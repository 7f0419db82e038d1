"use client";

import { openerOf } from "#components/ui/overlay/opener-of.ts";
import { createStore } from "#components/ui/state/store.ts";
import type { ViewLine } from "#lib/view/views/view-lines.ts";

/** What is being done to a saved view, in a dialog. */
export type ViewTask =
  | { readonly kind: "save"; readonly address: string }
  | { readonly kind: "change"; readonly line: ViewLine }
  | { readonly kind: "delete"; readonly line: ViewLine };

export interface OpenViewTask {
  readonly task: ViewTask;
  /** What had the focus, and gets it back. */
  readonly opener: HTMLElement | null;
}

/** The dialog that is open. */
export const viewDoor = createStore<OpenViewTask | undefined>(undefined);

/** A menu that it was chosen from gives the focus back first: what is opened must come after that. */
export function openViewTask(task: ViewTask): void {
  const opener = openerOf(document.activeElement);
  requestAnimationFrame(() => requestAnimationFrame(() => viewDoor.set({ task, opener })));
}
