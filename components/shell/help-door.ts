import { createStore } from "#components/ui/state/store.ts";

/** Whether the help is open. */
export const helpDialog = createStore(false);

export function openHelp(): void {
  helpDialog.set(true);
}
