import { createStateStore, useStateStore } from "#components/ui/state/store.ts";

const asking = createStateStore(false);

/** Opens or closes the dialog in which the user signs in again without leaving the page. */
export function setSignInDialogOpen(open: boolean): void {
  asking.set(open);
}

export function useSignInDialogOpen(): boolean {
  return useStateStore(asking);
}
