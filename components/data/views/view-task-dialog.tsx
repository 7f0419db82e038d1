"use client";

import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Dialog, DialogClose } from "#components/ui/overlay/dialog.tsx";
import { useToast } from "#components/ui/overlay/toast.tsx";
import type { ViewLine } from "#lib/view/views/view-lines.ts";
import { faultOf } from "../calls/api-problem.ts";
import { useReadOnlyReason } from "../session/use-read-only.ts";
import { useViewChange } from "./use-view-change.ts";
import type { OpenViewTask } from "./view-door.ts";
import { ViewForm } from "./view-form.tsx";

/** Saves, changes or deletes a view. */
export function ViewTaskDialog({ task, opener, onClose }: OpenViewTask & { readonly onClose: () => void }) {
  const back = useRef(opener);
  if (task.kind === "delete") return <DeleteDialog line={task.line} back={back} onClose={onClose} />;
  return <ViewForm task={task} back={back} onClose={onClose} />;
}

interface DeleteDialogProps {
  readonly line: ViewLine;
  readonly back: React.RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function DeleteDialog({ line: { view, project }, back, onClose }: DeleteDialogProps) {
  const changing = useViewChange();
  const toast = useToast();
  const readOnly = useReadOnlyReason();
  const remove = () =>
    changing.mutate(
      { kind: "delete", ...(project !== undefined && { project }), id: view.id, seen: view.at },
      {
        onSuccess: () => {
          toast({ kind: "success", id: `view-${view.id}`, title: `The view ${view.name} was deleted` });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      opener={back}
      title={`Delete the view ${view.name}?`}
      description={
        project === undefined
          ? "It is yours alone. No cluster is changed."
          : `Everybody in the project ${project} loses it. No cluster is changed.`
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabledReason={readOnly ?? (changing.isPending ? "The view is being deleted." : undefined)}
            onClick={remove}
          >
            Delete view
          </Button>
        </>
      }
    >
      {changing.isError && (
        <Notice hue="negative" title="The view was not deleted" live>
          {faultOf(changing.error).detail}
        </Notice>
      )}
    </Dialog>
  );
}
