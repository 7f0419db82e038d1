import type { AccountTask } from "./account-dialog.tsx";
import type { AccountDeletionTask } from "./delete-account-dialog.tsx";

/** A dialog that the page of accounts opens. */
export type AccountPageTask =
  | AccountTask
  | AccountDeletionTask
  | { readonly kind: "create-identity"; readonly types: readonly string[]; readonly taken: readonly string[] };

export type OpenAccountTask = (task: AccountPageTask, from: HTMLElement | null) => void;
