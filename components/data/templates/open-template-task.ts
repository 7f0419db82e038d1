import { createDialogState, type OpenDialogTask } from "#components/ui/overlay/dialog-state.ts";
import type { ListedTemplate } from "#lib/cluster-templates/listed-templates.ts";
import type { ClusterRef } from "../queries/cluster-queries.ts";

/** What the dialog for templates is opened for: to save a draft or a cluster as one, to change or to delete one. */
export type TemplateTask =
  | { readonly kind: "save-draft"; readonly text: string; readonly project: string }
  | { readonly kind: "save-cluster"; readonly cluster: ClusterRef }
  | { readonly kind: "change"; readonly line: ListedTemplate }
  | { readonly kind: "delete"; readonly line: ListedTemplate; readonly onDeleted: () => void };

export type OpenTemplateTask = OpenDialogTask<TemplateTask>;

export const { door: templateDialog, openTask: openTemplateTask } = createDialogState<TemplateTask>();
