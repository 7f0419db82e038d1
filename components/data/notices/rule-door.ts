"use client";

import { openerOf } from "#components/ui/overlay/opener-of.ts";
import { createStore } from "#components/ui/state/store.ts";
import type { RuleSubject, WatchRule } from "#lib/contract/notices.ts";

/** What is being done to a watch rule, in a dialog. */
export type RuleTask =
  | { readonly kind: "new"; readonly subject: RuleSubject }
  | { readonly kind: "edit"; readonly rule: WatchRule };

export interface OpenRuleTask {
  readonly task: RuleTask;
  /** What had the focus, and gets it back. */
  readonly opener: HTMLElement | null;
}

/** The dialog that is open. */
export const ruleDoor = createStore<OpenRuleTask | undefined>(undefined);

/** A menu that it was chosen from gives the focus back first: what is opened must come after that. */
export function openRuleTask(task: RuleTask): void {
  const opener = openerOf(document.activeElement);
  requestAnimationFrame(() => requestAnimationFrame(() => ruleDoor.set({ task, opener })));
}
