import { createDialogState, type OpenTask } from "#components/ui/overlay/dialog-state.ts";
import type { ViewLine } from "#lib/saved-views/view-lines.ts";

/** Task of the saved view dialog. */
export type ViewTask =
  | { readonly kind: "save"; readonly address: string }
  | { readonly kind: "change"; readonly line: ViewLine }
  | { readonly kind: "delete"; readonly line: ViewLine };

export type OpenViewTask = OpenTask<ViewTask>;

export const { door: viewDialog, openTask: openViewTask } = createDialogState<ViewTask>();
