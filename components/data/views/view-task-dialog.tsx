import { useRef } from "react";
import { text } from "#lib/language/text.ts";
import type { ListedView } from "#lib/saved-views/listed-views.ts";
import { DeleteNamedItemDialog } from "../fleet-parts/delete-named-item-dialog.tsx";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import type { OpenViewTask } from "./open-view-task.ts";
import { useOfferUndoViewDeletion, useViewChange } from "./use-view-change.ts";
import { ViewForm } from "./view-form.tsx";

/** Dialog that saves, changes or deletes a view. */
export function ViewTaskDialog({ task, opener, onClose }: OpenViewTask & { readonly onClose: () => void }) {
  const back = useRef(opener);
  if (task.kind === "delete") return <DeleteDialog line={task.line} back={back} onClose={onClose} />;
  return <ViewForm task={task} back={back} onClose={onClose} />;
}

interface DeleteDialogProps {
  readonly line: ListedView;
  readonly back: React.RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Dialog that asks for confirmation before deleting a view that other users use. */
function DeleteDialog({ line, back, onClose }: DeleteDialogProps) {
  const { view, project } = line;
  const changing = useViewChange();
  const offer = useOfferUndoViewDeletion();
  const readOnly = useReadOnlyReason();
  const remove = () =>
    changing.mutate(
      { kind: "delete", ...(project !== undefined && { project }), id: view.id, seen: view.at },
      {
        onSuccess: () => {
          offer(line);
          onClose();
        },
      },
    );
  return (
    <DeleteNamedItemDialog
      title={text("Delete the view {name}?", { name: view.name })}
      project={project}
      opener={back}
      onClose={onClose}
      submit={text("Delete view")}
      onSubmit={remove}
      disabledReason={readOnly ?? (changing.isPending ? text("The view is being deleted.") : undefined)}
      refused={text("The view was not deleted")}
      error={changing.error}
    />
  );
}
