import { createDialogState, type OpenDialogTask } from "#components/ui/overlay/dialog-state.ts";
import type { ListedView } from "#lib/saved-views/listed-views.ts";

/** What the dialog for saved views is opened for: to save, change or delete a view. */
export type ViewTask =
  | { readonly kind: "save"; readonly address: string }
  | { readonly kind: "change"; readonly line: ListedView }
  | { readonly kind: "delete"; readonly line: ListedView };

export type OpenViewTask = OpenDialogTask<ViewTask>;

export const { door: viewDialog, openTask: openViewTask } = createDialogState<ViewTask>();
