import { createDialogState, type OpenTask } from "#components/ui/overlay/dialog-state.ts";
import type { ListedView } from "#lib/saved-views/listed-views.ts";

/** Task of the saved view dialog. */
export type ViewTask =
  | { readonly kind: "save"; readonly address: string }
  | { readonly kind: "change"; readonly line: ListedView }
  | { readonly kind: "delete"; readonly line: ListedView };

export type OpenViewTask = OpenTask<ViewTask>;

export const { door: viewDialog, openTask: openViewTask } = createDialogState<ViewTask>();
