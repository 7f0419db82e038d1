import { createStateStore } from "#components/ui/state/store.ts";

/** State that tells whether the help dialog is open. */
export const isHelpDialogOpenStore = createStateStore(false);

export function openHelp(): void {
  isHelpDialogOpenStore.set(true);
}
