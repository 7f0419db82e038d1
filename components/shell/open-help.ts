import { createStateStore } from "#components/ui/state/store.ts";

/** Whether the help is open. */
export const helpDialog = createStateStore(false);

export function openHelp(): void {
  helpDialog.set(true);
}
